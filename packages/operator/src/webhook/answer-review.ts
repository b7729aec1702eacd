import { type Env, type Fact, type Facts, type JsonObject, redactText, unknown } from '@flink-operator/core'
import { factOf, type KubernetesQuery } from '@flink-operator/core/query'
import {
  type AdmissionRequest,
  decodeAdmissionReview,
  mutationOf,
  mutationResponse,
  type PatchOperation,
  queriesOf,
  reviewOf,
  type Scope,
  validationResponse,
  type Verdict,
  verdictOf,
} from '@flink-operator/core/admission'
import { describeDecodeError, parseJson } from '@flink-operator/core/codec'
import { kinds } from '@flink-operator/kinds'
import { measured } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { Admitted, Plugins } from '../plugin/ask-plugins.ts'
import { type Answer, text } from './answer.ts'

/** What is logged and measured of a review; `verdict` null: a mutation. */
export interface Reviewed extends Pick<AdmissionRequest, 'namespace' | 'name' | 'operation'> {
  readonly path: string
  readonly kind: string
  readonly verdict: Verdict | null
}

export interface Reviewer {
  readonly scope: () => Scope
  readonly env: () => Env
  /** Null: other resources are not queried, because the client is not authenticated. */
  readonly look: ((query: KubernetesQuery) => Promise<Fact<unknown>>) | null
  /** Runs the plugins on the object to be written; absent: none is loaded. */
  readonly admit?: Plugins['admit']
  /** Called after each review. */
  readonly onReviewed: (reviewed: Reviewed) => void
}

const reviewedOf = (
  path: string,
  { kind: { kind }, namespace, name, operation }: AdmissionRequest,
  verdict: Verdict | null,
): Reviewed => ({ path, kind, namespace, name, operation, verdict })

const isOf = ({ namespace }: AdmissionRequest, { namespaces }: Scope): boolean => namespaces === null || namespaces.includes(namespace)

/** Maximum number of values in a review: each takes up to a hundred bytes once parsed. */
const mostValues = 100_000

const unlooked = 'the webhook does not know its client, and so queries no other resource'

const seen = async (queries: readonly KubernetesQuery[], look: Reviewer['look'], { now }: Env): Promise<Facts> =>
  Object.fromEntries(
    await Promise.all(
      queries.map(async query => [factOf(query), look === null ? unknown('Forbidden', unlooked, now) : await look(query)] as const),
    ),
  )

/** Null: plugins are not called for it. */
const admitted = async (
  { operation, subResource, kind: { kind }, namespace, name, object: resource, oldObject }: AdmissionRequest,
  { admit }: Reviewer,
): Promise<Admitted | null> =>
  admit === undefined || resource === null || subResource !== '' || (operation !== 'CREATE' && operation !== 'UPDATE') ? null
    : admit({ kind, namespace, name, resource, before: oldObject })

const validated = async (request: AdmissionRequest, reviewer: Reviewer): Promise<unknown> => {
  const { scope, env, look, onReviewed } = reviewer
  const taken = await admitted(request, reviewer)
  const found = taken?.findings ?? []
  const at = found.length === 0 ? env() : { ...env(), found }
  const review = reviewOf(kinds, request, scope(), at, taken?.resource ?? request.object)
  const verdict = verdictOf(review, await seen(queriesOf(review), look, at), at)
  onReviewed(reviewedOf('/validate', request, verdict))
  return validationResponse(request, verdict)
}

/** The changes of the mutators. If a mutator gives no answer, nothing is patched: validation rejects the object. */
const changesOf = (before: JsonObject | null, { resource, findings }: Admitted): readonly PatchOperation[] => {
  if (findings.some(({ severity, field }) => severity === 'Error' && field === 'spec')) return []
  const [was, is] = [before ?? {}, resource].map(({ spec = null, metadata }) => {
    const { labels = null, annotations = null } = (metadata ?? {}) as JsonObject
    return { '/spec': spec, '/metadata/labels': labels, '/metadata/annotations': annotations }
  })
  return Object.entries(is ?? {}).flatMap(([path, value]) =>
    value === null || JSON.stringify(value) === JSON.stringify(was?.[path as keyof typeof was]) ? [] : [{ op: 'add', path, value }]
  )
}

const mutated = async (request: AdmissionRequest, reviewer: Reviewer): Promise<unknown> => {
  const { scope, onReviewed } = reviewer
  const taken = isOf(request, scope()) ? await admitted(request, reviewer) : null
  const patch = [
    ...(taken === null ? [] : changesOf(request.object, taken)),
    ...mutationOf(taken === null ? request : { ...request, object: taken.resource }, scope()),
  ]
  onReviewed(reviewedOf('/mutate', request, null))
  return mutationResponse(kinds, request, patch)
}

/** Answers the posts of the API server: `/validate` and `/mutate`, the paths of the reference operator's webhook. */
export const answerReview = (reviewer: Reviewer) => async (path: string, body: string): Promise<Answer> => {
  if (path !== '/validate' && path !== '/mutate') return text(404, 'there are /validate and /mutate')
  const { text: shallow, values } = measured(body)
  if (values > mostValues) return text(413, `a review has at most ${mostValues} values`)
  const json = parseJson(shallow)
  const request = E.isLeft(json) ? E.left('the body is no JSON') : E.mapLeft(describeDecodeError)(decodeAdmissionReview(json.right))
  if (E.isLeft(request)) return text(400, `no AdmissionReview that can be read: ${redactText(request.left)}`)
  const answer = path === '/validate' ? await validated(request.right, reviewer)
    // a patch would delete what is too deep to be parsed
    : shallow === body ? await mutated(request.right, reviewer)
    : mutationResponse(kinds, request.right, [])
  return { status: 200, body: JSON.stringify(answer), type: 'application/json' }
}
