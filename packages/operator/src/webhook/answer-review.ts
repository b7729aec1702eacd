import { type Env, type Fact, factOf, type Facts, type KubernetesQuery, redactText } from '@flink-operator/core'
import {
  type AdmissionRequest,
  decodeAdmissionReview,
  mutationOf,
  mutationResponse,
  queriesOf,
  reviewOf,
  type Scope,
  validationResponse,
  type Verdict,
  verdictOf,
} from '@flink-operator/core/admission'
import { describeDecodeError, parseJson } from '@flink-operator/core/codec'
import * as E from 'fp-ts/lib/Either.js'
import { type Answer, text } from './admission-server.ts'

export interface Reviewer {
  readonly scope: () => Scope
  readonly env: () => Env
  readonly look: (query: KubernetesQuery) => Promise<Fact<unknown>>
  /** After each review; `verdict` null: a mutation. */
  readonly onReviewed: (path: string, request: AdmissionRequest, verdict: Verdict | null) => void
}

const seen = async (queries: readonly KubernetesQuery[], look: Reviewer['look']): Promise<Facts> =>
  Object.fromEntries(await Promise.all(queries.map(async query => [factOf(query), await look(query)] as const)))

const validated = async (request: AdmissionRequest, { scope, env, look, onReviewed }: Reviewer): Promise<unknown> => {
  const at = env()
  const review = reviewOf(request, scope(), at)
  const verdict = verdictOf(review, await seen(queriesOf(review), look), at)
  onReviewed('/validate', request, verdict)
  return validationResponse(request, verdict)
}

const mutated = (request: AdmissionRequest, { scope, onReviewed }: Reviewer): unknown => {
  const patch = mutationOf(request, scope())
  onReviewed('/mutate', request, null)
  return mutationResponse(request, patch)
}

/** Answers what the API server posts: `/validate` and `/mutate`, as the reference operator's webhook has them. */
export const answerReview = (reviewer: Reviewer) => async (path: string, body: string): Promise<Answer> => {
  if (path !== '/validate' && path !== '/mutate') return text(404, 'there are /validate and /mutate')
  const json = parseJson(body)
  const request = E.isLeft(json) ? E.left('the body is no JSON') : E.mapLeft(describeDecodeError)(decodeAdmissionReview(json.right))
  if (E.isLeft(request)) return text(400, `no AdmissionReview that can be read: ${redactText(request.left)}`)
  const answer = path === '/validate' ? await validated(request.right, reviewer) : mutated(request.right, reviewer)
  return { status: 200, body: JSON.stringify(answer), type: 'application/json' }
}
