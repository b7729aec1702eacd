import { object } from '../../packages/kinds/fixtures/admission.ts'
import { kindNames } from '@flink-operator/kinds'
import { isJsonObject } from '../../packages/core/src/crd/is-json-object.ts'
import type { Json, JsonObject } from '../../packages/core/src/contract/resource/json.ts'
import { settingsOf } from '../../packages/operator/src/configuration/live-settings.ts'
import { admissionLimits } from '../../packages/operator/src/webhook/admission-limits.ts'
import { answerReview } from '../../packages/operator/src/webhook/answer-review.ts'
import { randomOf } from '../random.ts'
import { firstOf, type HostileCase, polluted, secret } from './hostile-case.ts'
import { hostileJson } from './hostile-json.ts'

/** What the API server asks before a resource of that kind is written; who asks, and with which options, is nobody's business. */
const reviewOf = (kind: string, operation: string): JsonObject => {
  const written = object(kind)
  const [group = '', version = ''] = (written['apiVersion'] as string).split('/')
  return {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: 'u1',
      kind: { group, version, kind },
      namespace: (written['metadata'] as { readonly namespace: string }).namespace,
      name: 'app',
      operation,
      userInfo: { username: `${secret}-user`, groups: [`${secret}-group`] },
      options: { kind: 'CreateOptions', fieldManager: `${secret}-manager` },
      object: operation === 'DELETE' ? null : written,
      oldObject: operation === 'CREATE' ? null : written,
    },
  }
}

const reviews = kindNames.flatMap(kind => ['CREATE', 'UPDATE', 'DELETE'].map(operation => reviewOf(kind, operation)))

/** Findings and warnings are counted and cut; a patch adds a label. */
const longest = 512 * 1024

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

const answerProblem = (body: string): string | null => {
  const review = parsed(body)
  const response = isJsonObject(review) ? review['response'] : undefined
  return !isJsonObject(response) ? 'the answer has no response'
    : typeof response['uid'] !== 'string' || typeof response['allowed'] !== 'boolean' ? 'the response does not say whether it is allowed'
    : null
}

const { settings } = settingsOf({ configuration: {}, logConfiguration: {} })
const answer = answerReview({
  scope: () => ({ namespaces: null }),
  env: () => ({ now: 0, ...settings, consecutiveFailures: 0 }),
  look: null,
  onReviewed: () => undefined,
})

const asked = async (path: string, text: string): Promise<string | null> => {
  const { status, body } = await answer(path, text)
  return firstOf([
    polluted(),
    [200, 400, 413].includes(status) ? null : `answered with ${status}`,
    status === 200 ? answerProblem(body) : null,
    body.length > longest ? `an answer of ${body.length} letters` : null,
    body.includes(`${secret}-`) ? `who asks is told: ${body.slice(Math.max(0, body.indexOf(secret) - 100), body.indexOf(secret) + 100)}`
      : null,
  ])
}

/** What a pod that is not the API server posts. */
export const hostileReview = (seed: number, index: number): { readonly name: string; readonly path: string; readonly body: string } => {
  const random = randomOf(seed, index)
  const { name, text } = hostileJson(random, reviews)
  // what is longer is never read
  return { name, path: random.pick(['/validate', '/mutate']), body: text.slice(0, admissionLimits.review) }
}

export const reviewCase = (seed: number, index: number): HostileCase => {
  const { name, path, body } = hostileReview(seed, index)
  return { name: `a review, ${path}: ${name}`, sent: body.slice(0, 500), problem: () => asked(path, body) }
}
