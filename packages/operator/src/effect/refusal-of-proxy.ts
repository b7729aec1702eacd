import * as E from 'fp-ts/lib/Either.js'

/** Reasons of Kubernetes' apimachinery (`metav1.StatusReason…`). Any other word does not come from the API server. */
const reasons: ReadonlySet<unknown> = new Set([
  'BadRequest',
  'Forbidden',
  'InternalError',
  'NotFound',
  'ServiceUnavailable',
  'Timeout',
  'TooManyRequests',
  'Unauthorized',
])

export const nobodyBehind = 'no endpoints available for service'

/** The reason of a Status, and whether it says that the Service has no endpoints. No other text of the answer is used. */
const wordsOf = (reason: unknown, message: unknown): string =>
  typeof message === 'string' && message.includes(nobodyBehind) ? nobodyBehind
    : !reasons.has(reason) ? 'refused'
    : reason === 'Forbidden' ? 'Forbidden (it takes the right to get services/proxy)' : String(reason)

/**
 * The API server's own refusal (a Status) in a proxied answer: the Service does not exist, has no endpoints, or we lack the right.
 * Null: the body is Flink's answer, which the API server forwards. A process behind the Service can forge a Status, so the result
 * contains only words from our own list (S07).
 */
export const refusalOfProxy = (body: string): string | null => {
  // The API server answers in plain text if it could not connect to the pod.
  if (/^(error trying to reach service|Error: '[^\n]*\nTrying to reach)/i.test(body))
    return "the API server's proxy can't reach the Service"
  const json = E.tryCatch(() => JSON.parse(body) as unknown, () => null)
  if (E.isLeft(json) || typeof json.right !== 'object' || json.right === null) return null
  const { kind, apiVersion, reason, message } = json.right as Readonly<Record<string, unknown>>
  return kind === 'Status' && apiVersion === 'v1' ? `the API server's proxy: ${wordsOf(reason, message)}` : null
}
