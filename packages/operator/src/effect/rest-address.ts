import type { RestEndpoint } from '@flink-operator/core'
import type { ResolveEndpoint, RestAddress } from '@flink-operator/flink-rest-adapter'
import { type Http, listObjects, readObject, readServiceRoute, type ServiceRoute } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { Clock } from '../clock.ts'
import { assertOwnService, podAddresses } from './own-service.ts'
import type { RestResolution } from './rest-resolution.ts'

const scheme = ({ tls }: RestEndpoint): string => (tls ? 'https' : 'http')
const hostName = ({ service, namespace }: RestEndpoint): string => `${service}.${namespace}`

/** By name: the cluster's DNS knows it. */
export const byName: ResolveEndpoint = endpoint => Promise.resolve({ url: `${scheme(endpoint)}://${hostName(endpoint)}:${endpoint.port}` })

/** Below one base. */
const belowBase = (base: string): ResolveEndpoint => ({ namespace, service }) =>
  Promise.resolve({ url: `${base.replace(/(?<!\/)\/+$/, '')}/${namespace}/${service}` })

/** What is known of Services and of the pods behind them. */
export interface Routes {
  readonly http: Http
  readonly clock: Clock
  readonly random: () => number
  /** What the watches tell of a Service; null: the server has to be asked. */
  readonly watched: (namespace: string, service: string) => ServiceRoute | null
}

/**
 * As asked for. Before each call the Service is looked at: who may write Services of a namespace could lead the operator, and the jars that
 * it uploads, to somebody else's JobManager (S05).
 */
export const byResolution = (resolution: RestResolution, routes: Routes): ResolveEndpoint => {
  const routeOf = rememberedRoutes(routes)
  const { http, clock } = routes
  const resolve = resolution === 'pods' ? byPods(routeOf, routes.random)
    : resolution === 'dns' ? byName
    : resolution === 'cluster-ip' ? byClusterAddress(http, clock)
    : belowBase(resolution)
  return async (endpoint, method) => {
    assertOwnService(endpoint, await routeOf(endpoint, method))
    return resolve(endpoint, method)
  }
}

type RouteOf = (endpoint: RestEndpoint, method: string) => Promise<ServiceRoute>

/** From the watches for what only reads; what changes something asks the server, once for calls that follow each other. */
const rememberedRoutes = ({ http, clock, watched }: Routes): RouteOf => {
  const recent = new Map<string, Promise<ServiceRoute>>()
  const read = async (namespace: string, service: string): Promise<ServiceRoute> => {
    const found = await readServiceRoute(http)(namespace, service)()
    if (E.isLeft(found)) throw new Error(`Service ${namespace}/${service}: ${found.left.message}`)
    return found.right
  }
  return ({ namespace, service }, method) => {
    const told = method === 'GET' ? watched(namespace, service) : null
    if (told !== null) return Promise.resolve(told)
    const key = `${namespace}/${service}`
    const before = recent.get(key)
    if (before !== undefined) return before
    const now = read(namespace, service)
    recent.set(key, now)
    clock.after(rememberFor, () => recent.delete(key))
    return now
  }
}

/** By the address of a ready pod: what EndpointSlices of others say of the Service plays no part. */
const byPods = (routeOf: RouteOf, random: () => number): ResolveEndpoint => async (endpoint, method): Promise<RestAddress> => {
  const { hosts, port } = podAddresses(endpoint, await routeOf(endpoint, method))
  const host = hosts[Math.floor(random() * hosts.length)]
  if (host === undefined) throw new Error(`Service ${endpoint.namespace}/${endpoint.service} has no ready pod yet`)
  return { url: `${scheme(endpoint)}://${bracketed(host)}:${port}`, ...(endpoint.tls ? { serverName: hostName(endpoint) } : {}) }
}

const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Record<string | number, unknown>)[key] : undefined),
    value,
  )

const bracketed = (address: string): string => (address.includes(':') ? `[${address}]` : address)

/** An address is remembered so briefly that a Service which is made anew is never mistaken for the old one's neighbour. */
const rememberFor = 1_000

/**
 * By address: the Service's cluster address, read from the API; of a headless Service the address of a ready pod behind it. Calls of one
 * round share one read. Rejects where there is no such Service: the adapter takes that for unreachable.
 */
export const byClusterAddress = (http: Http, clock: Clock): ResolveEndpoint => {
  const recent = new Map<string, Promise<string>>()

  const addressOf = async ({ namespace, service }: RestEndpoint): Promise<string> => {
    const found = await readObject(http)({ apiVersion: 'v1', kind: 'Service', namespace, name: service })()
    if (E.isLeft(found)) throw new Error(`Service ${namespace}/${service}: ${found.left.message}`)
    const address = at(found.right, 'spec', 'clusterIP')
    if (typeof address === 'string' && address !== '' && address !== 'None') return bracketed(address)
    const slices = await listObjects(http)(`/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`, {
      labelSelector: `kubernetes.io/service-name=${service}`,
    })()
    const endpoints = E.isRight(slices) ? slices.right.flatMap(slice => (at(slice, 'endpoints') as readonly unknown[] | undefined) ?? [])
      : []
    const ready = endpoints.find(endpoint => at(endpoint, 'conditions', 'ready') !== false)
    const pod = at(ready, 'addresses', 0)
    if (typeof pod !== 'string') throw new Error(`Service ${namespace}/${service} has no address yet`)
    return bracketed(pod)
  }

  const remembered = (endpoint: RestEndpoint): Promise<string> => {
    const key = `${endpoint.namespace}/${endpoint.service}`
    const before = recent.get(key)
    if (before !== undefined) return before
    const now = addressOf(endpoint)
    recent.set(key, now)
    clock.after(rememberFor, () => recent.delete(key))
    return now
  }

  return async (endpoint): Promise<RestAddress> => ({
    url: `${scheme(endpoint)}://${await remembered(endpoint)}:${endpoint.port}`,
    ...(endpoint.tls ? { serverName: hostName(endpoint) } : {}),
  })
}
