import { Agent as HttpsAgent } from 'node:https'
import { type ResolveEndpoint, type FlinkHttp, flinkHttp } from '@flink-operator/flink-rest-adapter'
import { connections, type Credentials, type Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { nobodyBehind, refusalOfProxy } from './refusal-of-proxy.ts'
import type { AdapterError, Millis } from '@flink-operator/core'
import type { FlinkDefaults } from '@flink-operator/core/flink-configuration'
import { systemClock } from '../clock.ts'
import { flinkTlsFiles } from './flink-tls-files.ts'
import { byResolution } from './rest-address.ts'
import { type RestResolution, restResolution } from './rest-resolution.ts'

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

/**
 * Asks by `first`, and by `second` if `first` has no route. Only for GET requests: a request that may change something is sent once.
 */
export const inOrder = (first: FlinkHttp, second: FlinkHttp, hasNoRoute: (error: AdapterError) => boolean): FlinkHttp => ({
  call: (endpoint, request) => async () => {
    const one = await first.call(endpoint, request)()
    if (E.isRight(one) || request.method !== 'GET' || !hasNoRoute(one.left)) return one
    const other = await second.call(endpoint, request)()
    return E.mapLeft((error: AdapterError) => ({ ...error, message: `${one.left.message}; and ${error.message}` }))(other)
  },
  inTurn: first.inTurn,
  close: () => {
    first.close()
    second.close()
  },
})

const isNotReached = ({ _tag }: AdapterError): boolean => _tag === 'Unreachable' || _tag === 'Timeout'

/** The proxy refused, for another reason than missing endpoints. A proxy request that timed out did have a route. */
const isRefused = ({ _tag, httpStatus, message }: AdapterError): boolean =>
  _tag === 'Unreachable' && httpStatus !== null && !hasNobodyBehind(message)

/** The setting of FLINK_OPERATOR_REST_RESOLUTION; `isAsked`: the variable is set. */
export interface RestRoute {
  readonly resolution: RestResolution
  readonly isAsked: boolean
}

/** Left: what is wrong with FLINK_OPERATOR_REST_RESOLUTION. */
export const restRoute = (environment: Readonly<Record<string, string | undefined>>): E.Either<string, RestRoute> =>
  E.map((resolution: RestResolution): RestRoute => ({ resolution, isAsked: (environment['FLINK_OPERATOR_REST_RESOLUTION'] ?? '') !== '' }))(
    restResolution(environment),
  )

export interface FlinkFromHereOptions {
  readonly credentials: Credentials
  readonly kubernetes: Http
  readonly requestTimeout: Millis
  readonly route: RestRoute
  readonly flinkDefaults: FlinkDefaults
}

/**
 * Flink's REST API for commands that a user runs. If FLINK_OPERATOR_REST_RESOLUTION is set, or in a pod: directly, and through the
 * API server's service proxy if that has no route. Elsewhere the proxy is first, since a machine with a kubeconfig seldom has a
 * route to cluster addresses.
 */
export const flinkFromHere = (
  { credentials, kubernetes, requestTimeout, route: { resolution, isAsked }, flinkDefaults }: FlinkFromHereOptions,
): FlinkHttp => {
  const pool = connections(credentials)
  const tlsOf = flinkTlsFiles(() => flinkDefaults, systemClock)
  const direct = flinkHttp({
    resolveEndpoint: byResolution(resolution, { http: kubernetes, clock: systemClock, random: Math.random, watched: () => null }),
    requestTimeout,
    tls: ({ namespace }) => tlsOf(namespace),
  })
  const proxy = flinkHttp({ resolveEndpoint: byServiceProxy(credentials, pool), requestTimeout })
  const both = isAsked || resolution === 'pods' ? inOrder(direct, proxy, isNotReached) : inOrder(proxy, direct, isRefused)
  return {
    ...both,
    close: () => {
      both.close()
      void pool.close()
    },
  }
}
