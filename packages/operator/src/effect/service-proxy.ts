import { Agent as HttpsAgent } from 'node:https'
import type { ResolveEndpoint } from '@flink-operator/flink-rest-adapter'
import type { connections, Credentials } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { nobodyBehind, refusalOfProxy } from './refusal-of-proxy.ts'

/** True if the message proves that the Service has no endpoints, so that no other route can reach it either. */
export const hasNobodyBehind = (message: string): boolean => message.includes(nobodyBehind)

/**
 * Through the API server, with its credentials: a client that reaches the API server reaches every Service. Needs the right to `get`
 * `services/proxy`.
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
