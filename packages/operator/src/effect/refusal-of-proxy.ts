import * as E from 'fp-ts/lib/Either.js'

/** As Kubernetes' apimachinery has them (`metav1.StatusReason…`): a word beside these is not the API server's. */
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

/** The reason of a Status, and whether it says that nobody is there; nothing else of its words. */
const wordsOf = (reason: unknown, message: unknown): string =>
  typeof message === 'string' && message.includes(nobodyBehind) ? nobodyBehind
    : !reasons.has(reason) ? 'refused'
    : reason === 'Forbidden' ? 'Forbidden (it takes the right to get services/proxy)' : String(reason)

/**
 * What the API server says itself (a Status): that there is no such Service, nobody behind it, no right to it. Null: it is an answer of
 * Flink's, which it hands on. What stands behind the Service can write the same, so only words of ours are told (S07).
 */
export const refusalOfProxy = (body: string): string | null => {
  // in plain text where the pod could not be connected to
  if (/^(error trying to reach service|Error: '[^\n]*\nTrying to reach)/i.test(body))
    return "the API server's proxy can't reach the Service"
  const json = E.tryCatch(() => JSON.parse(body) as unknown, () => null)
  if (E.isLeft(json) || typeof json.right !== 'object' || json.right === null) return null
  const { kind, apiVersion, reason, message } = json.right as Readonly<Record<string, unknown>>
  return kind === 'Status' && apiVersion === 'v1' ? `the API server's proxy: ${wordsOf(reason, message)}` : null
}
