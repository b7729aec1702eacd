import type { AnyKind } from '@flink-operator/core/kinds'
import { type KindName, kindNames, kindOf } from '@flink-operator/kinds'
import { createHttp, type Credentials } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type FakeApi, type Live, startFakeApi } from '../../test/fake-api.ts'
import { manualClock } from '../manual-clock.ts'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import { watchKinds } from './watched-kinds.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const credentials = (origin: string): Credentials => ({
  server: { origin, basePath: '' },
  proxy: null,
  namespace: 'default',
  source: 'a test',
  session: () => Promise.resolve(E.right({ ca: null, cert: null, key: null, serverName: null, verify: true, headers: {} })),
})

const deployments = '/apis/flink.apache.org/v1beta1/flinkdeployments'
const snapshots = '/apis/flink.apache.org/v1beta1/flinkstatesnapshots'
const app = '/apis/flink.apache.org/v1beta1/namespaces/jobs/flinkdeployments/app'

const running = {
  jobStatus: { state: 'RUNNING', jobId: 'a', startTime: '1' },
  operation: null,
  reconciliationStatus: { state: 'DEPLOYED' },
}
const snapshot = (name: string, job: string, state: string) => ({
  metadata: { name, namespace: 'jobs' },
  spec: { savepoint: {}, jobReference: { kind: 'FlinkDeployment', name: job } },
  status: { state },
})
const inStatus = (change: object) => (live: Live): Live => ({ ...live, status: { ...live.status, ...change } })
const inMetadata = (change: object) => (live: Live): Live => ({ ...live, metadata: { ...live.metadata, ...change } })

/** A job with a snapshot that waits, one that is over, and one of another job; all kinds are watched. */
const opened = async (
  rules: ReadonlyMap<KindName, AnyKind> = new Map(kindNames.map(name => [name, kindOf(name)])),
): Promise<{ readonly api: FakeApi; readonly woken: () => readonly string[] }> => {
  const api = await startFakeApi()
  closing.push(api.close)
  api.put(deployments, { metadata: { name: 'app', namespace: 'jobs', uid: 'u' }, spec: {}, status: running })
  for (
    const it of [
      snapshot('waits', 'app', 'TRIGGER_PENDING'),
      snapshot('over', 'app', 'COMPLETED'),
      snapshot('other', 'app2', 'IN_PROGRESS'),
    ]
  )
    api.put(snapshots, it)
  const http = createHttp({ credentials: credentials(api.url) })
  const woken: string[] = []
  const watches = watchKinds({
    http,
    clock: manualClock(1_000_000),
    namespaces: null,
    labelSelector: null,
    onError: () => undefined,
    kinds: rules,
    onWake: (kind: KindName, key: ResourceKey) => woken.push(`${kind} ${keyText(key)}`),
    onReported: () => undefined,
    onGone: () => undefined,
  })
  closing.push(http.close, watches.stop)
  await Promise.all([...watches.of.values()].map(({ settled }) => settled))
  return { api, woken: () => woken.splice(0) }
}

let fences = 0
/** What was woken by a change, all of it: what comes last is told last, by the same watch. */
const wokenBy = async (change: (live: Live) => Live): Promise<readonly string[]> => {
  const { api, woken } = await opened()
  woken()
  api.edit(app, change)
  const fence = `fence-${++fences}`
  api.put(deployments, { metadata: { name: fence, namespace: 'jobs' }, spec: {} })
  const all: string[] = []
  await vi.waitFor(() => {
    all.push(...woken())
    expect(all).toContain(`FlinkDeployment jobs/${fence}`)
  })
  return all.filter(line => !line.includes('fence-'))
}

const both = ['FlinkDeployment jobs/app', 'FlinkStateSnapshot jobs/waits']
const waiting = ['FlinkStateSnapshot jobs/waits']

describe('E-25 B67 who is woken by a change of a FlinkDeployment', () => {
  test.each<readonly [string, (live: Live) => Live, readonly string[]]>([
    ['an edit: itself, and its snapshots that are not over', inMetadata({ generation: 7 }), both],
    ['its deletion', inMetadata({ deletionTimestamp: '2026-01-01T00:00:00Z' }), both],
    ['a pause', inMetadata({ annotations: { 'flinkdeployment.flink.apache.org/pause': 'true' } }), both],
    ['another state of the job: its snapshots', inStatus({ jobStatus: { ...running.jobStatus, state: 'FAILED' } }), waiting],
    ['another job', inStatus({ jobStatus: { ...running.jobStatus, jobId: 'b' } }), waiting],
    ['an operation begins', inStatus({ operation: { kind: 'Suspend' } }), waiting],
    ['it is deployed no more', inStatus({ reconciliationStatus: { state: 'UPGRADING' } }), waiting],
    ['any other field of its status: nobody', inStatus({ jobStatus: { ...running.jobStatus, startTime: '2' }, error: 'x' }), []],
    ['labels: nobody', inMetadata({ labels: { a: 'b' } }), []],
  ])('%s', async (_title, change, want) => {
    expect((await wokenBy(change)).toSorted()).toEqual(want)
  })
})

describe('LD25 objects with a label wake the resource that the label names', () => {
  const applied = '/apis/apps/v1/deployments'
  const path = '/apis/apps/v1/namespaces/jobs/deployments'
  const cluster = (name: string, application: string, more: object = {}) => ({
    metadata: {
      name,
      namespace: 'jobs',
      uid: `uid-${name}`,
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels: { 'flink-app': application },
    },
    spec: { replicas: 1 },
    ...more,
  })
  /** A kind whose clusters are told by a label, in place of FlinkDeployment. */
  const labelled = new Map(
    [['FlinkDeployment', {
      ...kindOf('FlinkDeployment'),
      watch: [{ _tag: 'Itself', values: [] }, { _tag: 'Labelled', label: 'flink-app' }],
    }]] as const,
  )

  const wakes = async (change: (api: FakeApi) => void): Promise<readonly string[]> => {
    const { api, woken } = await opened(labelled)
    api.put(applied, cluster('app-1a2b3c4d-jm', 'app'))
    await vi.waitFor(() => expect(woken()).toContain('FlinkDeployment jobs/app'))
    woken()
    api.put(deployments, { metadata: { name: 'fence', namespace: 'jobs' }, spec: {} })
    await vi.waitFor(() => expect(woken()).toContain('FlinkDeployment jobs/fence'))
    change(api)
    // told last, by the same watch
    api.put(applied, cluster('fence-jm', 'fence'))
    const all: string[] = []
    await vi.waitFor(() => {
      all.push(...woken())
      expect(all).toContain('FlinkDeployment jobs/fence')
    })
    return all.filter(line => !line.includes('fence'))
  }

  test.each<readonly [string, (api: FakeApi) => void, boolean]>([
    ['a pod of it is available', api => api.edit(`${path}/app-1a2b3c4d-jm`, inStatus({ replicas: 1, availableReplicas: 1 })), true],
    ['it is relabelled', api => api.edit(`${path}/app-1a2b3c4d-jm`, inMetadata({ labels: { 'flink-app': 'app', a: 'b' } })), true],
    ['it is gone', api => api.remove(`${path}/app-1a2b3c4d-jm`), true],
    ['what is no decision of ours changes: nobody', api => api.edit(`${path}/app-1a2b3c4d-jm`, inStatus({ observedGeneration: 4 })), false],
    ['one of an application that there is not: nobody', api => api.put(applied, cluster('other-jm', 'other')), false],
  ])('%s', async (_title, change, isWoken) => {
    expect((await wakes(change)).length > 0).toBe(isWoken)
  })
})
