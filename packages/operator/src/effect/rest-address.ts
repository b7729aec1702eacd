import type { RestEndpoint } from '@flink-operator/core'
import type { ResolveEndpoint, RestAddress } from '@flink-operator/flink-rest-adapter'
import { type Http, listObjects, readObject, readServiceRoute, type ServiceRoute } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { Clock } from '../clock.ts'
import { assertOwnService, podAddresses } from './own-service.ts'
import type { RestResolution } from './rest-resolution.ts'

const scheme = ({ tls }: RestEndpoint): string => (tls ? 'https' : 'http')
const hostName = ({ service, namespace }: RestEndpoint): string => `${service}.${namespace}`

/** By DNS name, which the DNS of the cluster resolves. */
export const byName: ResolveEndpoint = endpoint => Promise.resolve({ url: `${scheme(endpoint)}://${hostName(endpoint)}:${endpoint.port}` })

/** By a path below one base URL. */
const belowBase = (base: string): ResolveEndpoint => ({ namespace, service }) =>
  Promise.resolve({ url: `${base.replace(/(?<!\/)\/+$/, '')}/${namespace}/${service}` })

/** Where the address of a Service is found: the API server, and what the watches know. */
export interface Routes {
  readonly http: Http
  readonly clock: Clock
  readonly random: () => number
  /** The Service and its pods as the watches have them; null: the API server has to be asked. */
  readonly watched: (namespace: string, service: string) => ServiceRoute | null
}

/**
 * The resolution that the user chose, after a check of the Service before each call. Without the check, anyone who may write
 * Services of a namespace could lead the operator, and the jars that it uploads, to a foreign JobManager (S05).
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

/** GET requests use the watched Service. Other requests read it from the API server, once for calls that follow each other closely. */
const rememberedRoutes = ({ http, clock, watched }: Routes): RouteOf => {
  const recent = new Map<string, Promise<ServiceRoute>>()
  const read = async (namespace: string, service: string): Promise<ServiceRoute> => {
    const found = await readServiceRoute(http)(namespace, service)()
    if (E.isLeft(found)) throw new Error(`Service ${namespace}/${service}: ${found.left.message}`)
    return found.right
  }
  return ({ namespace, service }, method) => {
    const reported = method === 'GET' ? watched(namespace, service) : null
    if (reported !== null) return Promise.resolve(reported)
    const key = `${namespace}/${service}`
    const before = recent.get(key)
    if (before !== undefined) return before
    const now = read(namespace, service)
    recent.set(key, now)
    clock.after(rememberFor, () => recent.delete(key))
    return now
  }
}

/** By the address of a ready pod. EndpointSlices are ignored, because others can write them. */
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

/**
 * Routes and addresses are remembered for this short time only, so that the address of a recreated Service is never mistaken for the
 * old one.
 */
const rememberFor = 1_000

/**
 * By the Service's cluster IP, read from the API; for a headless Service by the address of a ready pod behind it. Calls of one round
 * share one read. Rejects if the Service does not exist: the adapter reports that as unreachable.
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
