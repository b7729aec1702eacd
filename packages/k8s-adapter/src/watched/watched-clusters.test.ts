import type { ClusterObjectQuery, KubernetesQuery } from '@flink-operator/core/query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeClock } from '../../test/fake-clock.ts'
import { type Call, scriptedApiServer, statusObject } from '../../test/scripted-api-server.ts'
import { answerQuery } from '../read/answer-query.ts'
import { watchClusters } from './watched-clusters.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const native = 'flink-native-kubernetes'
const labels = { app: 'app', type: native, component: 'jobmanager' }
const object = (kind: string, name: string, resourceVersion: string, more: object = {}) => ({
  kind,
  apiVersion: 'v1',
  metadata: { namespace: 'ns', name, uid: `uid-${name}`, resourceVersion, creationTimestamp: '2026-01-31T12:00:00Z', labels, ...more },
})
const event = (message: string) => ({
  metadata: { namespace: 'ns', name: 'app-5d4-x1.17', uid: 'e', resourceVersion: '3' },
  involvedObject: { uid: 'uid-app-5d4-x1' },
  message,
  lastTimestamp: '2026-01-31T12:00:00Z',
})

const deployment: ClusterObjectQuery = { _tag: 'ReadDeployment', namespace: 'ns', name: 'app', freshness: 'watched' }
const pods: ClusterObjectQuery = {
  _tag: 'ListJobManagerPods',
  namespace: 'ns',
  selector: labels,
  withMountEvents: true,
  freshness: 'watched',
}
const services: ClusterObjectQuery = { _tag: 'ListServices', namespace: 'ns', clusterId: 'app', freshness: 'watched' }
const configMaps: ClusterObjectQuery = { _tag: 'ListConfigMaps', namespace: 'ns', clusterId: 'app', freshness: 'watched' }
const ingress: ClusterObjectQuery = { _tag: 'ReadIngress', namespace: 'ns', name: 'app', freshness: 'watched' }

/** Objects by plural; `refuse`: what may not be watched. */
const bench = async (
  { objects = {}, refuse = '', hold = '' }: {
    readonly objects?: Readonly<Record<string, readonly object[]>>
    readonly refuse?: string
    readonly hold?: string
  } = {},
) => {
  const streams = new Map<string, Call>()
  const server = await scriptedApiServer(call => {
    const plural = call.path.split('/').at(-1) ?? ''
    if (plural === hold) return
    if (plural === refuse) return call.json(403, statusObject(403, 'Forbidden', 'no'))
    if (call.path.endsWith('/app-rest')) return call.json(200, object('Service', 'app-rest', '6'))
    if (call.query.get('watch') === null) return call.json(200, { metadata: { resourceVersion: '10' }, items: objects[plural] ?? [] })
    call.response.writeHead(200, { 'content-type': 'application/json' })
    call.response.flushHeaders()
    streams.set(plural, call)
  })
  const clock = fakeClock(1000)
  const changed: string[] = []
  const http = server.http({ clock })
  const clusters = watchClusters({
    http,
    clock,
    namespaces: null,
    onChange: (namespace, cluster) => changed.push(`${namespace}/${cluster}`),
    onError: () => undefined,
  })
  open.push(server.close, clusters.stop)
  if (hold === '') {
    await clusters.settled(null)
    await vi.waitFor(() => {
      expect(streams.size).toBe(refuse === '' ? 6 : 5)
    })
  }
  const tell = async (plural: string, type: string, it: object): Promise<void> => {
    const before = changed.length
    streams.get(plural)?.response.write(`${JSON.stringify({ type, object: it })}\n`)
    await vi.waitFor(() => {
      expect(changed.length).toBeGreaterThan(before)
    })
  }
  return { server, http, clock, clusters, changed, tell }
}

describe('F17 what a cluster looks like comes from watches', () => {
  test('W43 an event of a pod whose container runs by now is over, ready or not', async () => {
    const pod = { ...object('Pod', 'app-5d4-x1', '2'), status: { containerStatuses: [{ name: 'c', state: { running: {} } }] } }
    const { http, clock, clusters } = await bench({ objects: { pods: [pod], events: [event('no volume')] } })
    expect(await answerQuery(http, clock, clusters)(pods)()).toMatchObject({ value: [{ failedMount: null }] })
  })

  test('all of it, with what only events tell, and without a request', async () => {
    const { server, http, clock, clusters } = await bench({
      objects: {
        deployments: [object('Deployment', 'app', '1')],
        pods: [object('Pod', 'app-5d4-x1', '2')],
        events: [event('no volume')],
        services: [object('Service', 'app-rest', '4')],
        configmaps: [object('ConfigMap', 'flink-config-app', '5')],
        ingresses: [object('Ingress', 'app', '6')],
      },
    })
    const asked = server.calls.length
    const answers = await Promise.all(
      [deployment, pods, services, configMaps, ingress].map(query => answerQuery(http, clock, clusters)(query)()),
    )
    expect(answers).toMatchObject([
      { _tag: 'Known', source: 'cache', value: { uid: 'uid-app' } },
      { value: [{ uid: 'uid-app-5d4-x1', failedMount: 'no volume' }] },
      { value: [{ name: 'app-rest' }] },
      { value: [{ name: 'flink-config-app' }] },
      { value: { uid: 'uid-app' } },
    ])
    expect(server.calls.length).toBe(asked)
  })

  test('what is not there is Absent, or an empty list, as the cache says it; only a live query is asked', async () => {
    const { server, http, clock, clusters } = await bench()
    expect(clusters.answer(deployment)).toMatchObject({ _tag: 'Absent', source: 'cache' })
    expect(clusters.answer(services)).toMatchObject({ _tag: 'Known', source: 'cache', value: [] })
    const asked = server.calls.length
    await answerQuery(http, clock, clusters)({ _tag: 'ListServices', namespace: 'ns', clusterId: 'app' })()
    expect(server.calls.slice(asked).map(({ path }) => path)).toEqual(['/api/v1/namespaces/ns/services'])
  })

  test('of ConfigMaps, Services and ingresses only metadata crosses the wire, and nothing of HA ConfigMaps', async () => {
    const { server } = await bench()
    const asked = Object.fromEntries(
      server.calls.map(
        call => [call.path.split('/').at(-1), [
          call.headers.accept?.includes('PartialObjectMetadata'),
          call.query.get('labelSelector') ?? call.query.get('fieldSelector'),
        ]],
      ),
    )
    const clusterTypes = 'type in (flink-native-kubernetes,flink-standalone-kubernetes)'
    expect(asked).toEqual({
      deployments: [false, 'component in (jobmanager,taskmanager)'],
      pods: [false, `component=jobmanager,${clusterTypes}`],
      configmaps: [true, `${clusterTypes},component!=autoscaler,configmap-type!=high-availability`],
      services: [true, `${clusterTypes},component!=autoscaler`],
      ingresses: [true, 'component=ingress'],
      events: [false, 'involvedObject.kind=Pod,reason=FailedMount'],
    })
  })

  test("a change that a decision may read wakes the cluster's resource; others don't", async () => {
    const { changed, tell } = await bench({ objects: { pods: [object('Pod', 'app-5d4-x1', '2')] } })
    changed.splice(0)
    await tell('pods', 'MODIFIED', { ...object('Pod', 'app-5d4-x1', '11'), status: { phase: 'Running' } })
    await tell('services', 'ADDED', object('Service', 'app-rest', '12'))
    await tell('services', 'DELETED', object('Service', 'app-rest', '13'))
    await tell('events', 'ADDED', event('no volume'))
    expect(changed).toEqual(['ns/app', 'ns/app', 'ns/app', 'ns/app'])
  })
})

describe('whose a name is', () => {
  const names: KubernetesQuery = {
    _tag: 'ReadNames',
    namespace: 'ns',
    objects: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'flink-config-app' }, { apiVersion: 'v1', kind: 'Service', name: 'app-rest' }],
  }

  test('F17 a name that a watch shows as taken costs no request; that one is free is only seen live', async () => {
    const owned = object('ConfigMap', 'flink-config-app', '5', {
      ownerReferences: [{ uid: 'uid-app', kind: 'Deployment', name: 'app' }],
      annotations: { mark: 'a' },
    })
    const { server, http, clock, clusters } = await bench({ objects: { configmaps: [owned] } })
    const asked = server.calls.length
    const answer = await answerQuery(http, clock, clusters)(names)()
    expect(answer).toMatchObject({
      value: [{
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name: 'flink-config-app',
        uid: 'uid-flink-config-app',
        deleting: false,
        ownerUids: ['uid-app'],
        annotations: { mark: 'a' },
      }, expect.anything()],
    })
    expect(server.calls.slice(asked).map(({ path }) => path)).toEqual(['/api/v1/namespaces/ns/services/app-rest'])
  })

  test('P14 what we wrote and nobody answered is asked for', async () => {
    const { server, http, clock, clusters } = await bench({
      objects: { configmaps: [object('ConfigMap', 'flink-config-app', '5')], services: [object('Service', 'app-rest', '6')] },
    })
    clusters.doubt({ apiVersion: 'v1', kind: 'Service', namespace: 'ns', name: 'app-rest' }, 'app')
    const asked = server.calls.length
    await answerQuery(http, clock, clusters)(names)()
    expect(server.calls.slice(asked).map(({ path }) => path)).toEqual(['/api/v1/namespaces/ns/services/app-rest'])
  })
})

describe('where watches can not tell', () => {
  test('B62 not listed yet: Unknown, never Absent', async () => {
    const { clusters } = await bench({ hold: 'deployments' })
    expect(clusters.answer(deployment)).toMatchObject({ _tag: 'Unknown', reason: 'NotSynced', source: 'cache' })
    expect(clusters.isWatched('ns')).toBe(false)
  })

  test('F17 a kind that may not be watched is asked for; the others are not', async () => {
    const { clusters } = await bench({ refuse: 'services' })
    expect([clusters.answer(services), clusters.answer(deployment)?._tag, clusters.isWatched('ns')]).toEqual([null, 'Absent', false])
  })

  test('a namespace that is not watched is asked for', async () => {
    const server = await scriptedApiServer(call => call.json(200, { metadata: {}, items: [] }))
    const clock = fakeClock()
    const clusters = watchClusters({
      http: server.http({ clock }),
      clock,
      namespaces: ['other'],
      onChange: () => undefined,
      onError: () => undefined,
    })
    open.push(server.close, clusters.stop)
    await clusters.settled(null)
    expect(clusters.answer(deployment)).toBeNull()
  })
})

describe('B27 P15 our own writes', () => {
  test('are seen before the watch tells of them, with the owner that a patch gave them', async () => {
    const { clusters, tell } = await bench()
    clusters.wrote(object('Service', 'app-rest', '11'))
    expect(clusters.answer(services)).toMatchObject({ value: [{ name: 'app-rest', ownerUids: [] }] })
    clusters.wrote(object('Service', 'app-rest', '12', { ownerReferences: [{ uid: 'uid-app' }] }))
    expect(clusters.answer(services)).toMatchObject({ value: [{ ownerUids: ['uid-app'] }] })
    await tell('services', 'ADDED', object('Service', 'app-rest', '12', { ownerReferences: [{ uid: 'uid-app' }] }))
    expect(clusters.kept()).toBe(0)
  })

  test('what we deleted is gone; what came of a write that got no answer is asked for', async () => {
    const { clusters } = await bench({ objects: { services: [object('Service', 'app-rest', '4')] } })
    clusters.removed({ apiVersion: 'v1', kind: 'Service', namespace: 'ns', name: 'app-rest', uid: 'uid-app-rest' })
    expect(clusters.answer(services)).toMatchObject({ _tag: 'Known', value: [] })
    clusters.doubt({ apiVersion: 'v1', kind: 'Service', namespace: 'ns', name: 'app-rest' }, 'app')
    expect(clusters.answer(services)).toBeNull()
  })
})
