import { flinkStateSnapshotKind } from '@flink-operator/core/kinds'
import { kindOf } from '@flink-operator/kinds'
import { type Credentials, createHttp, type Http, type HttpRequest } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type FakeApi, type Live, startFakeApi } from '../../test/fake-api.ts'
import { manualClock } from '../manual-clock.ts'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import type { WatchOptions } from './kind-watch.ts'
import { type Interest, watchKind } from './watched-kind.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const collection = '/apis/flink.apache.org/v1beta1/flinkstatesnapshots'
const pathOf = (name: string, namespace = 'jobs'): string =>
  `/apis/flink.apache.org/v1beta1/namespaces/${namespace}/flinkstatesnapshots/${name}`

const ofApp = { kind: 'FlinkDeployment', name: 'app' }

const snapshot = (
  name: string,
  { namespace = 'jobs', job = ofApp, state, metadata = {} }: {
    readonly namespace?: string
    readonly job?: unknown
    readonly state?: string
    readonly metadata?: object
  } = {},
) => ({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkStateSnapshot',
  metadata: { name, namespace, ...metadata },
  spec: { savepoint: {}, jobReference: job },
  ...(state === undefined ? {} : { status: { state } }),
})

const withState = (state: string) => (live: Live): Live => ({ ...live, status: { ...live.status, state } })
const inMetadata = (change: object) => (live: Live): Live => ({ ...live, metadata: { ...live.metadata, ...change } })
const edited = (live: Live): Live =>
  inMetadata({ generation: (live.metadata.generation ?? 0) + 1 })({ ...live, spec: { ...live.spec, backoffLimit: 3 } })
const deleted = inMetadata({ deletionTimestamp: '2026-01-01T00:00:00Z' })

const anApi = async (...snapshots: readonly object[]): Promise<FakeApi> => {
  const api = await startFakeApi()
  closing.push(api.close)
  for (const it of snapshots) api.put(collection, it)
  return api
}

const credentials = (origin: string): Credentials => ({
  server: { origin, basePath: '' },
  proxy: null,
  namespace: 'default',
  source: 'a test',
  session: () => Promise.resolve(E.right({ ca: null, cert: null, key: null, serverName: null, verify: true, headers: {} })),
})

/** What a FlinkDeployment wants to be told of its snapshots. */
const snapshotsOfJob = (tell: Interest['tell']): Interest => {
  const rule = kindOf('FlinkDeployment').watch.find(it => it._tag === 'Referring')
  if (rule?._tag !== 'Referring') throw new Error('a FlinkDeployment is told of its snapshots')
  return { values: rule.values, names: { kind: 'FlinkDeployment', by: rule }, tell }
}

/** The watch on an API server, and what it tells: `woke jobs/a`. */
const watching = (api: FakeApi, options: Partial<WatchOptions> = {}) => {
  const reported: string[] = []
  const tell = (what: string) => (key: ResourceKey): void => {
    reported.push(`${what} ${keyText(key)}`)
  }
  const clock = manualClock(1_000_000)
  const http = createHttp({ credentials: credentials(api.url) })
  const watch = watchKind(flinkStateSnapshotKind, [snapshotsOfJob(tell('job'))], null, {
    http,
    clock,
    namespaces: null,
    labelSelector: null,
    onWake: tell('woke'),
    onReported: tell('reported'),
    onGone: tell('gone'),
    onError: (name, message) => {
      reported.push(`error of ${name}: ${message}`)
    },
    ...options,
  })
  closing.push(http.close, watch.stop)
  return { watch, clock, reported, take: () => reported.splice(0) }
}

let fences = 0
/** What was told so far, all of it: a snapshot that comes last is told last. */
const reportedBy = async (api: FakeApi, { reported, take }: ReturnType<typeof watching>): Promise<readonly string[]> => {
  const fence = `fence-${++fences}`
  api.put(collection, snapshot(fence, { job: null }))
  await vi.waitFor(() => expect(reported).toContain(`woke jobs/${fence}`))
  return take().filter(line => !line.includes('fence-'))
}

/** The watch is open: what was put before it is told. */
const opened = async (api: FakeApi, options: Partial<WatchOptions> = {}) => {
  const it = watching(api, options)
  await it.watch.settled
  await reportedBy(api, it)
  return it
}

describe('who is woken', () => {
  test('B62 F22 nobody before the first full list of its namespace, not by a job either; no namespace waits for another', async () => {
    const api = await anApi(snapshot('a'), snapshot('b', { namespace: 'others' }))
    api.hold('/apis/flink.apache.org/v1beta1/namespaces/others')
    const { watch, reported } = watching(api, { namespaces: ['jobs', 'others'] })
    await vi.waitFor(() => expect(reported).toEqual(['reported jobs/a', 'woke jobs/a']))
    watch.wakeReferring('FlinkDeployment', { namespace: 'others', name: 'app' })
    watch.wakeReferring('FlinkDeployment', { namespace: 'jobs', name: 'app' })
    expect([watch.unwatched().map(it => it.watch), reported.splice(0)]).toEqual([['flinkstatesnapshots/others'], [
      'reported jobs/a',
      'woke jobs/a',
      'woke jobs/a',
    ]])
    api.release()
    await watch.settled
    expect([watch.unwatched(), reported]).toEqual([[], ['reported others/b', 'woke others/b']])
  })

  test.each(
    [
      ['an edit', edited, ['reported jobs/a', 'woke jobs/a']],
      ['its deletion', deleted, ['reported jobs/a', 'woke jobs/a']],
      ['B67 a status that is written, of the same state', (live: Live) => ({ ...live, status: { state: 'IN_PROGRESS', triggerId: 'x' } }), [
        'reported jobs/a',
      ]],
      ['B67 labels', inMetadata({ labels: { 'snapshot.state': 'IN_PROGRESS' } }), ['reported jobs/a']],
      ['E-25 another state: its job is told, it is not', withState('COMPLETED'), ['reported jobs/a', 'job jobs/app']],
      ['another one of the same name', inMetadata({ uid: 'another' }), [
        'gone jobs/a',
        'job jobs/app',
        'reported jobs/a',
        'woke jobs/a',
        'job jobs/app',
      ]],
    ] as const,
  )('%s', async (_title, change, want) => {
    const api = await anApi(snapshot('a', { state: 'IN_PROGRESS' }))
    const it = await opened(api)
    api.edit(pathOf('a'), change)
    expect(await reportedBy(api, it)).toEqual(want)
  })

  test('a new one is woken, and its job told; gone: both are told', async () => {
    const api = await anApi()
    const it = await opened(api)
    api.put(collection, snapshot('new'))
    expect(await reportedBy(api, it)).toEqual(['reported jobs/new', 'woke jobs/new', 'job jobs/app'])
    api.remove(pathOf('new'))
    expect(await reportedBy(api, it)).toEqual(['gone jobs/new', 'job jobs/app'])
  })

  test.each([
    ['none', null],
    ['one of another kind', { kind: 'FlinkSessionJob', name: 'app' }],
    ['one without a name', { kind: 'FlinkDeployment' }],
    ['something that is no reference', 'app'],
  ])('a snapshot that names no FlinkDeployment is woken, and tells nobody: %s', async (_title, job) => {
    const api = await anApi()
    const it = await opened(api)
    api.put(collection, snapshot('new', { job }))
    expect(await reportedBy(api, it)).toEqual(['reported jobs/new', 'woke jobs/new'])
    it.watch.wakeReferring('FlinkDeployment', { namespace: 'jobs', name: 'app' })
    expect(it.take()).toEqual([])
  })

  test("one that can't be read is woken all the same, so that its round says so", async () => {
    const api = await anApi()
    const it = await opened(api)
    api.put(collection, { metadata: { name: 'odd', namespace: 'jobs' }, spec: 7, status: 'x' })
    expect(await reportedBy(api, it)).toEqual(['reported jobs/odd', 'woke jobs/odd'])
  })
})

describe('E-25 the job of a snapshot changed', () => {
  test('its snapshots that are not over are woken, and those that are over but being deleted; of its namespace alone', async () => {
    const api = await anApi(
      snapshot('fresh'),
      snapshot('pending', { state: 'TRIGGER_PENDING' }),
      snapshot('under-way', { state: 'IN_PROGRESS' }),
      snapshot('completed', { state: 'COMPLETED' }),
      snapshot('failed', { state: 'FAILED' }),
      snapshot('abandoned', { state: 'ABANDONED' }),
      snapshot('disposed', { state: 'COMPLETED', metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }),
      snapshot('of-another', { job: { kind: 'FlinkDeployment', name: 'app2' } }),
      snapshot('elsewhere', { namespace: 'others' }),
    )
    const it = await opened(api)
    it.watch.wakeReferring('FlinkDeployment', { namespace: 'jobs', name: 'app' })
    expect(it.take().toSorted()).toEqual(['woke jobs/disposed', 'woke jobs/fresh', 'woke jobs/pending', 'woke jobs/under-way'])
    it.watch.wakeReferring('FlinkDeployment', { namespace: 'jobs', name: 'nobody' })
    expect(it.take()).toEqual([])
  })

  test('as the snapshots are by now: over, of another job, gone', async () => {
    const api = await anApi(snapshot('a', { state: 'IN_PROGRESS' }), snapshot('b'), snapshot('c'))
    const it = await opened(api)
    api.edit(pathOf('a'), withState('COMPLETED'))
    api.edit(pathOf('b'), live => edited({ ...live, spec: { ...live.spec, jobReference: { kind: 'FlinkDeployment', name: 'app2' } } }))
    api.remove(pathOf('c'))
    await reportedBy(api, it)
    it.watch.wakeReferring('FlinkDeployment', { namespace: 'jobs', name: 'app' })
    expect(it.take()).toEqual([])
    it.watch.wakeReferring('FlinkDeployment', { namespace: 'jobs', name: 'app2' })
    expect(it.take()).toEqual(['woke jobs/b'])
  })
})

describe('what is kept', () => {
  test('the newest form as compact text; nothing of what is gone (P24)', async () => {
    const api = await anApi(snapshot('a', { metadata: { managedFields: [{ manager: 'kubectl' }] } }))
    const { watch, reported } = watching(api)
    await watch.settled
    const first = watch.cached({ namespace: 'jobs', name: 'a' })
    expect(first?.text).not.toContain('managedFields')
    api.edit(pathOf('a'), withState('IN_PROGRESS'))
    await vi.waitFor(() => expect(watch.cached({ namespace: 'jobs', name: 'a' })?.text).toContain('IN_PROGRESS'))
    expect(watch.cached({ namespace: 'jobs', name: 'a' })?.resourceVersion).toBe(api.get(pathOf('a'))?.metadata.resourceVersion)
    expect(watch.keys()).toEqual([{ namespace: 'jobs', name: 'a' }])
    api.remove(pathOf('a'))
    await vi.waitFor(() => expect(reported).toContain('gone jobs/a'))
    expect([watch.cached({ namespace: 'jobs', name: 'a' }), watch.keys()]).toEqual([undefined, []])
  })
})

describe('lists and watches', () => {
  test('after a gap the new list tells the differences: what is gone with its job, what was edited, what is new; the rest is left alone', async () => {
    const api = await anApi(
      snapshot('gone', { state: 'IN_PROGRESS' }),
      snapshot('edited'),
      snapshot('same'),
      snapshot('done', { state: 'IN_PROGRESS' }),
    )
    const it = await opened(api)
    api.expireWatches()
    api.remove(pathOf('gone'))
    api.edit(pathOf('edited'), edited)
    api.edit(pathOf('done'), withState('COMPLETED'))
    api.put(collection, snapshot('new'))
    await vi.waitFor(async () => {
      await it.clock.advance(1_000)
      expect(it.reported).toContain('woke jobs/new')
    })
    expect(it.watch.unwatched()).toEqual([])
    const reported = await reportedBy(api, it)
    expect(reported.filter(line => !line.startsWith('error')).toSorted()).toEqual([
      'gone jobs/gone',
      'job jobs/app',
      'job jobs/app',
      'job jobs/app',
      'reported jobs/done',
      'reported jobs/edited',
      'reported jobs/new',
      'woke jobs/edited',
      'woke jobs/new',
    ])
  })

  test('lists and watches ask for the label selector, where there is one', async () => {
    const asked: (string | undefined)[] = []
    const saw = ({ query }: Pick<HttpRequest, 'query'>): void => {
      asked.push(query?.['labelSelector'])
    }
    const http: Http = {
      send: request => () => {
        saw(request)
        return Promise.resolve(E.right({ metadata: { resourceVersion: '1' }, items: [] }))
      },
      stream: request => () => {
        saw(request)
        return new Promise(() => undefined)
      },
      close: () => Promise.resolve(),
    }
    const api = await anApi()
    await watching(api, { http, labelSelector: 'team=a' }).watch.settled
    await watching(api, { http }).watch.settled
    await vi.waitFor(() => expect(asked).toEqual(['team=a', 'team=a', undefined, undefined]))
  })

  test('only the watched namespaces are asked, each by a watch of its own name', async () => {
    const api = await anApi(snapshot('a'), snapshot('b', { namespace: 'others' }))
    const { watch } = watching(api, { namespaces: ['jobs', 'empty'] })
    await watch.settled
    expect(watch.keys()).toEqual([{ namespace: 'jobs', name: 'a' }])
    expect(new Set(api.requests().map(({ path }) => path))).toEqual(
      new Set(['jobs', 'empty'].map(it => `/apis/flink.apache.org/v1beta1/namespaces/${it}/flinkstatesnapshots`)),
    )
    expect(watch.staleness().map(it => it.watch)).toEqual(['flinkstatesnapshots/jobs', 'flinkstatesnapshots/empty'])
  })

  test('a list that fails is told by the name of its watch, and nobody is synced', async () => {
    const api = await anApi()
    await api.close()
    const { watch, reported } = watching(api)
    await vi.waitFor(() => expect(reported).toEqual([expect.stringMatching(/^error of flinkstatesnapshots: list: .*ECONNREFUSED/)]))
    expect(watch.unwatched()).toEqual([{
      watch: 'flinkstatesnapshots',
      namespace: null,
      trouble: expect.stringContaining('ECONNREFUSED') as string,
    }])
  })

  test('stopped: nothing more is told', async () => {
    const api = await anApi(snapshot('a'))
    const it = await opened(api)
    const other = await opened(api)
    await vi.waitFor(() => expect(it.reported).not.toEqual([]))
    it.take()
    it.watch.stop()
    api.edit(pathOf('a'), edited)
    expect(await reportedBy(api, other)).toEqual(['reported jobs/a', 'woke jobs/a'])
    expect(it.take()).toEqual([])
  })
})
