import { Agent as HttpsAgent } from 'node:https'
import type { ResolveEndpoint } from '@flink-operator/flink-rest-adapter'
import type { connections, Credentials } from '@flink-operator/k8s-adapter'
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

const nobodyBehind = 'no endpoints available for service'

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

/** It is sure that nobody answers behind the Service, by whatever way. */
export const hasNobodyBehind = (message: string): boolean => message.includes(nobodyBehind)

/**
 * Through the API server, with the credentials for it: where it is reached, all Services are. It takes the right to `get` `services/proxy`.
 */
export const byServiceProxy =
  ({ server }: Pick<Credentials, 'server'>, pool: Pick<ReturnType<typeof connections>, 'current'>): ResolveEndpoint =>
  async ({ namespace, service, port, tls }) => {
    const connection = await pool.current()
    if (E.isLeft(connection)) throw new Error(connection.left)
    const { agent, headers } = connection.right
    return {
      url: `${server.origin}${server.basePath}/api/v1/namespaces/${namespace}/services/${tls ? 'https:' : ''}${service}:${port}/proxy`,
      headers,
      agent: agent instanceof HttpsAgent ? { https: agent } : { http: agent },
      refusalInBetween: refusalOfProxy,
    }
  }
