import type { Fact } from '@flink-operator/core'
import type { KubernetesQuery } from '@flink-operator/core/query'
import { afterEach, describe, expect, test } from 'vitest'
import { fakeClock } from '../../test/fake-clock.ts'
import { type Call, scriptedApiServer, statusObject } from '../../test/scripted-api-server.ts'
import { answerQuery } from './answer-query.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const ask = async (query: KubernetesQuery, answer: (call: Call) => void) => {
  const server = await scriptedApiServer(answer)
  open.push(server.close)
  const clock = fakeClock(5000)
  const fact = answerQuery(server.http({ clock }), clock)(query)() as Promise<Fact<unknown>>
  return { server, clock, fact }
}

const metadata = (name: string) => ({
  name,
  namespace: 'ns',
  uid: `uid-${name}`,
  resourceVersion: '1',
  creationTimestamp: '2026-01-31T12:00:00Z',
})
const list = (...items: unknown[]) => (call: Call) => call.json(200, { metadata: {}, items })
const refuse = (code: number, reason: string, details = {}) => (call: Call) => call.json(code, statusObject(code, reason, 'no', details))
const readDeployment = { _tag: 'ReadDeployment', namespace: 'ns', name: 'app' } as const

const queries: readonly [KubernetesQuery, string, Record<string, string>][] = [
  [readDeployment, '/apis/apps/v1/namespaces/ns/deployments/app', {}],
  [
    { ...readDeployment, _tag: 'ReadTaskManagerDeployment', name: 'app-taskmanager' },
    '/apis/apps/v1/namespaces/ns/deployments/app-taskmanager',
    {},
  ],
  [{ _tag: 'ReadIngress', namespace: 'ns', name: 'app' }, '/apis/networking.k8s.io/v1/namespaces/ns/ingresses/app', {}],
  [
    { _tag: 'ListJobManagerPods', namespace: 'ns', selector: { app: 'app', component: 'jobmanager' }, withMountEvents: true },
    '/api/v1/namespaces/ns/pods',
    { labelSelector: 'app=app,component=jobmanager' },
  ],
  [{ _tag: 'ListConfigMaps', namespace: 'ns', clusterId: 'app' }, '/api/v1/namespaces/ns/configmaps', {
    labelSelector: 'app=app,type in (flink-native-kubernetes,flink-standalone-kubernetes),component!=autoscaler',
  }],
  [{ _tag: 'ListServices', namespace: 'ns', clusterId: 'app' }, '/api/v1/namespaces/ns/services', {
    labelSelector: 'app=app,type in (flink-native-kubernetes,flink-standalone-kubernetes),component!=autoscaler',
  }],
  [
    { _tag: 'ListStateSnapshots', namespace: 'ns', job: { kind: 'FlinkDeployment', name: 'app' } },
    '/apis/flink.apache.org/v1beta1/namespaces/ns/flinkstatesnapshots',
    {},
  ],
]

describe('where each query asks, and what it makes of the answer', () => {
  test.each(queries)('%j', async (query, path, selectors) => {
    const isList = query._tag.startsWith('List')
    const object = {
      metadata: metadata('app'),
      spec: { jobReference: { kind: 'FlinkDeployment', name: 'app' } },
      status: { conditions: [{ type: 'Ready', status: 'True' }] },
    }
    const { server, fact } = await ask(query, isList ? list(object) : call => call.json(200, object))
    const { limit: _, ...query0 } = Object.fromEntries((await server.call(0)).query)
    expect([server.calls[0]?.path, query0]).toEqual([path, selectors])
    expect(await fact).toMatchObject({
      _tag: 'Known',
      source: 'live',
      asOf: 5000,
      value: isList ? [{ uid: 'uid-app' }] : { uid: 'uid-app' },
    })
  })

  test.each(queries.filter(([query]) => query._tag.startsWith('List')))('nothing found is Known and empty: %j', async query => {
    expect(await (await ask(query, list())).fact).toMatchObject({ _tag: 'Known', value: [] })
  })
})

describe('P14 what can not be seen is Unknown', () => {
  test.each(
    [
      ['the 404 of the object itself', refuse(404, 'NotFound', { name: 'app' }), { _tag: 'Absent', source: 'live', asOf: 5000 }],
      ['a 404 of an unknown path', (call: Call) => {
        call.response.writeHead(404)
        call.response.end('404 page not found')
      }, { _tag: 'Unknown', reason: 'Undecodable' }],
      ['403', refuse(403, 'Forbidden'), { _tag: 'Unknown', reason: 'Forbidden', message: 'no' }],
      ['401', refuse(401, 'Unauthorized'), { _tag: 'Unknown', reason: 'Forbidden' }],
      ['429', refuse(429, 'TooManyRequests'), { _tag: 'Unknown', reason: 'NotReady' }],
      ['503', refuse(503, 'ServiceUnavailable'), { _tag: 'Unknown', reason: 'NotReady' }],
      ['504', refuse(504, 'Timeout'), { _tag: 'Unknown', reason: 'Timeout' }],
      ['a broken connection', (call: Call) => call.response.destroy(), { _tag: 'Unknown', reason: 'Unreachable' }],
      ['an object that is none', (call: Call) => call.json(200, {}), { _tag: 'Unknown', reason: 'Undecodable' }],
    ] as const,
  )('%s', async (_title, answer, want) => {
    expect(await (await ask(readDeployment, answer)).fact).toMatchObject(want)
  })

  test('no answer in time: Timeout, as of when it was sent', async () => {
    const { server, clock, fact } = await ask(readDeployment, () => undefined)
    await server.call(0)
    clock.advance(10_000)
    expect(await fact).toMatchObject({ _tag: 'Unknown', reason: 'Timeout', asOf: 5000 })
  })

  test('a list never is Absent, but for snapshots, whose CRD may be missing', async () => {
    const notServed = (call: Call) => {
      call.response.writeHead(404)
      call.response.end('404 page not found')
    }
    const absent = await Promise.all(
      queries.filter(([query]) => query._tag.startsWith('List')).map(async (
        [query],
      ) => [query._tag, (await (await ask(query, notServed)).fact)._tag]),
    )
    expect(absent).toEqual([['ListJobManagerPods', 'Unknown'], ['ListConfigMaps', 'Unknown'], ['ListServices', 'Unknown'], [
      'ListStateSnapshots',
      'Absent',
    ]])
  })

  test('one object that can not be read makes the list Unknown', async () => {
    const { fact } = await ask(
      { _tag: 'ListConfigMaps', namespace: 'ns', clusterId: 'app' },
      list({ metadata: metadata('a') }, { metadata: {} }),
    )
    expect(await fact).toMatchObject({ _tag: 'Unknown', reason: 'Undecodable' })
  })
})

describe('pages', () => {
  test('all of them', async () => {
    const { server, fact } = await ask(
      { _tag: 'ListServices', namespace: 'ns', clusterId: 'app' },
      call =>
        call.json(
          200,
          call.query.get('continue') === null ? { metadata: { continue: 't' }, items: [{ metadata: metadata('a') }] }
            : { metadata: {}, items: [{ metadata: metadata('b') }] },
        ),
    )
    expect(await fact).toMatchObject({ value: [{ name: 'a' }, { name: 'b' }] })
    expect(server.calls).toHaveLength(2)
  })
})

describe('FailedMount', () => {
  const pods = { _tag: 'ListJobManagerPods', namespace: 'ns', selector: { app: 'app' }, withMountEvents: true } as const
  const pod = (name: string, state: object) => ({ metadata: metadata(name), status: { containerStatuses: [{ name: 'c', state }] } })
  const event = (message: string, lastTimestamp: string) => ({ message, lastTimestamp })
  const answer = (events: (call: Call) => void) =>
  (
    call: Call,
  ) => (call.path.endsWith('/events') ? events(call) : list(pod('up', { running: {} }), pod('down', { waiting: {} }))(call))

  test('W43 the newest event of a pod that runs no container; the volumes of others are mounted, ready or not, and they are not asked about', async () => {
    const { server, fact } = await ask(pods, answer(list(event('old', '2026-01-31T12:00:00Z'), event('new', '2026-01-31T12:01:00Z'))))
    expect(await fact).toMatchObject({ value: [{ name: 'up', failedMount: null }, { name: 'down', failedMount: 'new' }] })
    expect(server.calls.map(call => call.query.get('fieldSelector'))).toEqual([null, 'involvedObject.uid=uid-down,reason=FailedMount'])
  })

  test('events that can not be read: the pods are known all the same', async () => {
    expect(await (await ask(pods, answer(refuse(403, 'Forbidden')))).fact).toMatchObject({
      _tag: 'Known',
      value: [{}, { failedMount: null }],
    })
  })

  test('not asked for: not looked at', async () => {
    const { server, fact } = await ask({ ...pods, withMountEvents: false }, answer(list()))
    await fact
    expect(server.calls).toHaveLength(1)
  })
})
