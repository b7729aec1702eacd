import type { PodView } from '@flink-operator/core/fact'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeClock } from '../../test/fake-clock.ts'
import { type Call, scriptedApiServer, statusObject } from '../../test/scripted-api-server.ts'
import { watchServiceRoutes } from './service-routes.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const meta = (name: string, labels: object, resourceVersion = '5') => ({
  metadata: { namespace: 'ns', name, uid: `uid-${name}`, resourceVersion, creationTimestamp: '2026-01-31T12:00:00Z', labels },
})
const native = { app: 'orders', component: 'jobmanager', type: 'flink-native-kubernetes' }
const lyft = { 'flink-app': 'trips', 'flink-deployment-type': 'jobmanager', 'pod-deployment-selector': 'aaaaaaaa' }
const service = (name: string, labels: object, spec: object) => ({ kind: 'Service', ...meta(name, labels), spec })
const pod = (name: string, labels: object) => ({ kind: 'Pod', ...meta(name, labels), status: { podIP: '10.0.0.5' } })

const bench = async (objects: (call: Call) => readonly object[], refuse = false) => {
  const streams = new Map<string, Call>()
  const server = await scriptedApiServer(call => {
    const what = `${call.path.split('/').at(-1) ?? ''} ${call.query.get('labelSelector') ?? ''}`
    if (refuse) return call.json(403, statusObject(403, 'Forbidden', 'no'))
    if (call.query.get('watch') === null) return call.json(200, { metadata: { resourceVersion: '10' }, items: objects(call) })
    call.response.writeHead(200, { 'content-type': 'application/json' })
    call.response.flushHeaders()
    streams.set(what, call)
  })
  const clock = fakeClock(1000)
  const podsOf = vi.fn((_namespace: string, cluster: string): readonly PodView[] | null => (cluster === 'orders' ? [] : null))
  const routes = watchServiceRoutes({
    http: server.http({ clock }),
    clock,
    namespaces: null,
    hasLyft: true,
    podsOf,
    onError: () => undefined,
  })
  open.push(server.close, routes.stop)
  return { routes, streams, podsOf, server }
}

const stored = ({ path, query }: Call): readonly object[] => {
  const isLyft = (query.get('labelSelector') ?? '').startsWith('flink-app')
  if (path.endsWith('/pods')) return [pod('trips-1', lyft), pod('other-1', { ...lyft, 'flink-app': 'other' })]
  return isLyft ? [service('trips', lyft, { selector: lyft, ports: [{ port: 8081 }] })]
    : [service('orders-rest', native, { type: 'ClusterIP', selector: native, ports: [{ port: 8081, targetPort: 9081 }] })]
}

test('S05 tells where a Service leads, and which pods are behind it, without a request', async () => {
  const { routes, server, streams } = await bench(stored)
  await vi.waitFor(() => {
    expect(streams.size).toBe(3)
  })
  const before = server.calls.length
  expect(routes.routeOf('ns', 'orders-rest')).toEqual({
    target: { type: 'ClusterIP', selector: native, ports: [{ port: 8081, targetPort: 9081 }] },
    pods: [],
  })
  expect(routes.routeOf('ns', 'trips')?.pods.map(({ name, podIP }) => [name, podIP])).toEqual([['trips-1', '10.0.0.5']])
  expect(server.calls.length).toBe(before)
})

test('S05 a Service that somebody changes is told as it is then; one that is unknown has to be asked for', async () => {
  const { routes, streams } = await bench(stored)
  await vi.waitFor(() => {
    expect(streams.size).toBe(3)
  })
  const changed = {
    ...service('orders-rest', native, { type: 'ExternalName', externalName: 'session-rest.victim' }),
    ...meta('orders-rest', native, '12'),
  }
  streams.get('services type in (flink-native-kubernetes,flink-standalone-kubernetes)')
    ?.response.write(`${JSON.stringify({ type: 'MODIFIED', object: changed })}\n`)
  // no selector is left: it is of no cluster, and no pods are behind it
  await vi.waitFor(() => {
    expect(routes.routeOf('ns', 'orders-rest')).toEqual({ target: { type: 'ExternalName', selector: {}, ports: [] }, pods: [] })
  })
  expect(routes.routeOf('ns', 'unknown-rest')).toBeNull()
})

test('where Services may not be watched the server has to be asked', async () => {
  const { routes, server } = await bench(stored, true)
  await server.call(2)
  expect(routes.routeOf('ns', 'orders-rest')).toBeNull()
})
