import { describe, expect, test } from 'vitest'
import { aCheckpoint, checkpointStatistics } from '../../../../core/fixtures/cluster-facts.ts'
import type { Action } from '@flink-operator/core/action'
import { type Facts, known, type JobOverview } from '@flink-operator/core/fact'
import { type ApplicationOperation, initialApplicationStatus, type FlinkApplicationStatus } from '@flink-operator/lyft'
import { attemptAnnotation } from '@flink-operator/core/manifest'
import { startingProcess, type FlinkJob, noStatistics } from '../../flink/job-manager-process.ts'
import { done } from '../../kubernetes/answer.ts'
import { emptyWorld } from '../../world/empty-world.ts'
import { withResources } from '../../world/resources.ts'
import { noGhost, type PodObject, type World } from '../../world/world.ts'
import type { AnyAction } from '../any-kind.ts'
import { breachesOfList } from './application-list-laws.ts'
import { whyNotArrived } from './arrival.ts'
import { judgeEffect } from './effect-laws.ts'

type ApplicationAction = Action<FlinkApplicationStatus>

const [first, second, triggerId, id] = ['1', '2', 'f', 'a'].map(it => it.repeat(32)) as [string, string, string, string]
const endpoint = { namespace: 'default', service: 'app-aaaaaaaa', port: 8081, tls: false }
const young = { ...endpoint, service: 'app-bbbbbbbb' }
const path = 'file:/flink/savepoints/savepoint-000000001'

const operation: ApplicationOperation = {
  id,
  attempt: 2,
  mintedAt: 0,
  kind: 'Deploy',
  phase: 'Savepointing',
  progressAt: 0,
  targetGeneration: 2,
  hash: 'bbbbbbbb',
  version: '',
  colourlessHash: '',
  definition: null,
  isStateless: false,
  isForcedBefore: false,
  replicasBefore: null,
  source: null,
  stop: { how: 'Savepoint', hash: 'aaaaaaaa', jobId: first, triggerId, askedAt: 0, incarnation: null, path: '', endedAt: null },
  submit: null,
}
const underWay: FlinkApplicationStatus = {
  ...initialApplicationStatus,
  phase: 'Savepointing',
  deploymentMode: 'Dual',
  deployHash: 'aaaaaaaa',
  savepointTriggerId: triggerId,
  operation,
}
const submitting: FlinkApplicationStatus = {
  ...underWay,
  phase: 'SubmittingJob',
  operation: {
    ...operation,
    phase: 'SubmittingJob',
    submit: {
      hash: 'bbbbbbbb',
      jobId: second,
      definition: { jarName: 'job.jar', parallelism: 1, entryClass: '', programArgs: '', allowNonRestoredState: false },
      source: { _tag: 'Path', path, seen: 'Stop' },
      sentAt: null,
      incarnation: null,
      isRefused: false,
      isAnswered: false,
    },
  },
}
const persist = (status: FlinkApplicationStatus): ApplicationAction => ({ _tag: 'PersistStatus', status, reason: 'test' })
const requeue: ApplicationAction = { _tag: 'Requeue', after: 1_000, waitingFor: 'test' }
const stop: ApplicationAction = {
  _tag: 'StopWithSavepoint',
  endpoint,
  jobId: first,
  triggerId,
  targetDirectory: null,
  formatType: 'CANONICAL',
  drain: false,
}
const run: ApplicationAction = {
  _tag: 'RunJar',
  endpoint: young,
  jarId: 'job.jar',
  jobId: second,
  entryClass: null,
  args: [],
  parallelism: 1,
  savepointPath: path,
  allowNonRestoredState: false,
  configuration: {},
  flinkVersion: null,
}
const create = (attempt: string): ApplicationAction => ({
  _tag: 'CreateObject',
  manifest: {
    _tag: 'ObjectManifest',
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    namespace: 'default',
    name: 'app-bbbbbbbb-jm',
    hard: true,
    object: { metadata: { annotations: { [attemptAnnotation]: attempt } } },
  },
})
const remove: ApplicationAction = {
  _tag: 'DeleteObject',
  target: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'default', name: 'app-aaaaaaaa-jm', uid: 'jm' },
  resourceVersion: null,
  propagation: 'Foreground',
  why: '',
}

const overview = (jobId: string, state: JobOverview['state']): JobOverview => ({
  jobId,
  name: 'job',
  state,
  startTime: 1,
  endTime: -1,
  tasks: { total: 2, running: 2, finished: 0 },
})
const runs = { 'jobs@aaaaaaaa': known([overview(first, 'RUNNING')], 0) } as unknown as Facts
const ended = { 'jobs@aaaaaaaa': known([overview(first, 'FINISHED')], 0), 'jobs@bbbbbbbb': known([], 0) } as unknown as Facts
const objects = { labelledObjects: known({ deployments: [], services: [], ingresses: [] }, 0) } as Facts

const judged = (actions: readonly ApplicationAction[], facts: Facts = {}, status: FlinkApplicationStatus = initialApplicationStatus) =>
  breachesOfList({ actions, facts, resource: { spec: {}, status } as never }).map(({ property }) => property)

describe('laws of the lists of a FlinkApplication', () => {
  test.each<readonly [string, readonly ApplicationAction[], Facts]>([
    ['a stop of the record', [persist(underWay), stop, requeue], runs],
    ['a submit of the record', [persist(submitting), run, requeue], ended],
    ['a cluster of the attempt', [persist(underWay), create(id), requeue], {}],
    ['a Deployment that is not needed any more', [
      persist({ ...underWay, savepointTriggerId: '', phase: 'Running', operation: null }),
      remove,
      requeue,
    ], objects],
    ['a look', [{ _tag: 'Look', queries: [], why: '' }], {}],
  ])('hold for %s', (_title, actions, facts) => {
    expect(judged(actions, facts, { ...initialApplicationStatus, deploymentMode: 'Dual' })).toEqual([])
  })

  test.each<readonly [string, readonly string[], readonly ApplicationAction[], Facts]>([
    ['P03 a stop that is not written down', ['P03'], [stop, requeue], runs],
    ['P03 a stop under another id', ['P03'], [persist(underWay), { ...stop, triggerId: id }, requeue], runs],
    ['P03 a submit under another id', ['P03'], [persist(submitting), { ...run, jobId: first.replace('1', '3') }, requeue], ended],
    [
      'P03 P01 a submit from another state than is written down',
      ['P03'],
      [persist(submitting), { ...run, savepointPath: null }, requeue],
      ended,
    ],
    ['P03 a cluster of another attempt', ['P03'], [persist(underWay), create('another'), requeue], {}],
    [
      'P03 two hard effects',
      ['P03'],
      [persist(submitting), stop, run, requeue],
      { ...runs, ...ended, 'jobs@aaaaaaaa': runs['jobs@aaaaaaaa'] },
    ],
    ['P03 a hard effect with nothing under way', ['P03'], [persist({ ...initialApplicationStatus, reason: 'x' }), stop, requeue], runs],
    ['P03 no look at the end', ['P03'], [persist(underWay)], {}],
    ['P05 a stop of a job that was not seen', ['P05'], [persist(underWay), stop, requeue], {}],
    ['P05 a stop of a job that has ended', ['P05'], [persist(underWay), stop, requeue], ended],
    ['P05 a submit where nobody looked', ['P05'], [persist(submitting), run, requeue], {}],
    ['P05 P02 a submit while the old job runs (LD19)', ['P05'], [persist(submitting), run, requeue], { ...ended, ...runs }],
    ['P05 a delete without a look', ['P05'], [persist({ ...initialApplicationStatus, phase: 'Running' }), remove, requeue], {}],
    ['P19 a trigger id that is left (LD03)', ['P19'], [persist({ ...underWay, phase: 'DeployFailed', operation: null }), requeue], {}],
    ['P25 another state than the record', ['P19'], [persist({ ...underWay, phase: 'Recovering' }), requeue], {}],
    ['P19 at rest while something is under way', ['P19'], [
      persist({ ...underWay, phase: 'Running', operation: { ...operation, phase: 'Running' } }),
      requeue,
    ], {}],
  ])('%s', (_title, properties, actions, facts) => {
    expect(new Set(judged(actions, facts, { ...initialApplicationStatus, deploymentMode: 'Dual' }))).toContain(properties[0])
  })

  test('P05 a job is seen through the Service of a colour, too, which selects the JobManager of one version', () => {
    const selector = { 'pod-deployment-selector': 's' }
    const jobManager = (hash: string) => ({ matchLabels: selector, labels: { 'flink-app-hash': hash } })
    const services = [{ name: 'app-blue', selector }]
    const through = (...hashes: readonly string[]): readonly string[] =>
      judged([persist(underWay), { ...stop, endpoint: { ...endpoint, service: 'app-blue' } }, requeue], {
        ...runs,
        'jobs@bbbbbbbb': known([], 0),
        labelledObjects: known({ deployments: hashes.map(jobManager), services, ingresses: [] }, 0),
      } as unknown as Facts)
    expect([through('aaaaaaaa'), through('bbbbbbbb'), through('aaaaaaaa', 'bbbbbbbb'), through()]).toEqual([[], ['P05'], ['P05'], ['P05']])
  })

  test('P05 LD04 what a version is to begin from is written down in the round that saw it', () => {
    const from = persist({ ...underWay, operation: { ...operation, stop: null, source: { _tag: 'Path', path, seen: 'Stop' } } })
    const savepoint = (location: string) => ({ 'stopOperation@aaaaaaaa': known({ _tag: 'Completed', location }, 0) }) as unknown as Facts
    expect(judged([from, requeue], {}, underWay)).toEqual(['P05'])
    expect(judged([from, requeue], savepoint('file:/another'), underWay)).toEqual(['P05'])
    expect(judged([from, requeue], savepoint(path), underWay)).toEqual([])
  })

  test('P05 a checkpoint of a job that runs on is looked at again in the round that begins a version from it', () => {
    const before = {
      ...submitting,
      operation: { ...submitting.operation!, stop: null, submit: null, source: { _tag: 'Path', path, seen: 'Checkpoints' } },
    } as const
    const sent = persist({ ...submitting, operation: { ...submitting.operation!, source: before.operation.source } })
    const absent = { 'jobs@bbbbbbbb': known([], 0) } as unknown as Facts
    const reporting = (change: Parameters<typeof checkpointStatistics>[0]): Facts => ({
      ...absent,
      'checkpoints@aaaaaaaa': known(checkpointStatistics(change), 0),
    })
    const seeing = (externalPath: string): Facts => reporting({ completed: aCheckpoint(7, { externalPath }) })
    const again: ApplicationAction = { ...run, savepointPath: path, endpoint: young }
    expect(judged([sent, again, requeue], absent, before)).toContain('P05')
    expect(judged([sent, again, requeue], seeing('file:/a/newer/one'), before)).toContain('P05')
    expect(judged([sent, again, requeue], seeing(path), before)).not.toContain('P05')
    // older statistics, which tell of none yet
    expect(judged([sent, again, requeue], reporting({}), before)).not.toContain('P05')
  })

  test('P08 a write of what is there; before an effect it proves that the status was not old', () => {
    expect(judged([persist(underWay), requeue], {}, underWay)).toEqual(['P08'])
    expect(judged([persist(underWay), stop, requeue], runs, underWay)).toEqual([])
  })
})

const job = (jobId: string, state: FlinkJob['state']): FlinkJob => ({
  jobId,
  submission: { owner: 'green', name: null, restorePath: null, configuration: {} },
  state,
  startTime: 1,
  endTime: -1,
  progress: 3,
  attempt: null,
  statistics: noStatistics,
  olderStatistics: noStatistics,
  statisticsChanged: 0,
  restarts: 0,
  source: null,
})
const pod = (jobs: readonly FlinkJob[], operations: NonNullable<PodObject['process']>['operations'] = []): PodObject => ({
  name: 'app-aaaaaaaa-jm-1',
  uid: 'pod',
  deploymentUid: 'jm',
  created: 0,
  deleting: false,
  phase: 'Running',
  restartCount: 0,
  input: { clusterId: 'app-aaaaaaaa', flinkVersion: 'v1_20', attempt: null, configuration: {}, image: 'one' },
  process: { ...startingProcess, phase: 'Listing', jobs, operations },
})
const deployment: World['deployments'][number] = {
  name: 'app-aaaaaaaa-jm',
  uid: 'jm',
  version: 'v1',
  deleting: false,
  ownerUids: ['u'],
  annotations: {},
  labels: { 'flink-app-hash': 'aaaaaaaa', 'flink-deployment-type': 'jobmanager' },
  role: 'JobManager',
  created: 0,
  input: pod([]).input,
  replicas: 1,
  availableSince: 1,
  started: true,
}
const worldWith = (status: FlinkApplicationStatus, change: Partial<World> = {}): World => ({
  ...withResources(emptyWorld({ abstract: true, restCacheMillis: 3_000, operationMemoryMillis: 1 }, 0), 'FlinkApplication', [
    { meta: { name: 'app', uid: 'u', generation: 1, deletionTimestamp: null } as never, spec: {}, status },
  ]),
  deployments: [deployment],
  pods: [pod([job(first, 'RUNNING')])],
  ...change,
})
/** What an effect that was done is judged as. */
const breaches = (before: World, action: ApplicationAction) =>
  judgeEffect(before, 'app', action as AnyAction, done({ ...before, serial: before.serial + 1 })).world.breaches.map(({ property }) =>
    property
  )

describe('laws of what an effect does', () => {
  test('P01 no JobManager is taken away under a job that runs', () => {
    expect(breaches(worldWith(underWay), remove)).toEqual(['P01'])
    expect(breaches(worldWith(underWay, { pods: [pod([job(first, 'FINISHED')])] }), remove)).toEqual([])
  })

  test('P01 the resource does not go while its job runs, unless it is to stay', () => {
    const leave: ApplicationAction = { _tag: 'RemoveFinalizer', finalizer: 'job.finalizers.flink.k8s.io' }
    const deleting = (deleteMode: string, change: Partial<World> = {}) => {
      const world = worldWith(underWay, change)
      const [application] = world.resources['FlinkApplication']!
      return withResources(world, 'FlinkApplication', [{ ...application!, spec: { deleteMode } }])
    }
    const ended = { pods: [pod([job(first, 'FINISHED')])] }
    const starting = { pods: [{ ...pod([]), process: startingProcess }] }
    expect([deleting(''), deleting('ForceCancel')].map(it => breaches(it, leave))).toEqual([['P01'], ['P01']])
    // W27: a cluster without owner references stays, and its job with it
    const stays = { deployments: [{ ...deployment, ownerUids: [] }] }
    expect([deleting('None'), deleting('', ended), deleting('', starting), deleting('', stays)].map(it => breaches(it, leave)))
      .toEqual([[], [], [], []])
  })

  test('P01 LD04 a second version begins from what this very attempt took, or from the best that there is', () => {
    const line = { owner: 'green', olderResource: null, foreignStatus: null, rawStatus: null, ended: [], ghost: noGhost }
    const checkpoint = { path: 'file:/flink/checkpoints/chk-000000002', kind: 'Checkpoint', progress: 5, current: true } as const
    const savepoint = { path, kind: 'Savepoint', progress: 3, current: false } as const
    const both = { otherJobs: [{ ...line, storage: [checkpoint, savepoint] }] }
    const taken = pod([], [{
      jobId: first,
      triggerId,
      kind: 'Savepoint',
      state: { _tag: 'Completed', location: path, checkpointId: 1, at: 0 },
    }])
    expect(breaches(worldWith(submitting, both), run)).toEqual(['P01'])
    expect(breaches(worldWith(submitting, { ...both, pods: [taken] }), run)).toEqual([])
    const recorded = {
      ...submitting,
      operation: { ...submitting.operation!, stop: null, source: { _tag: 'Path', path, seen: 'Stop' } },
    } as const
    expect(breaches(worldWith(recorded, both), run)).toEqual([])
    // W55: a source that somebody put back proves nothing
    const tampered = { ...both, ghost: { ...noGhost, tampered: { extent: 'Part', what: '' } } } as const
    expect(breaches(worldWith(recorded, tampered), run)).toEqual(['P01'])
    expect(breaches(worldWith(recorded, { ...tampered, pods: [taken] }), { ...run, savepointPath: checkpoint.path })).toEqual([])
    expect(breaches(worldWith(submitting, both), { ...run, savepointPath: checkpoint.path })).toEqual([])
    expect(breaches(worldWith(submitting, both), { ...run, savepointPath: null })).toEqual(['P01'])
    const discarded = { _tag: 'Path', path: 'file:/flink/checkpoints/chk-000000001', seen: 'Checkpoints' } as const
    const late = (source: typeof discarded) => ({ ...submitting, operation: { ...submitting.operation!, stop: null, source } })
    expect(breaches(worldWith(late(discarded), both), { ...run, savepointPath: discarded.path })).toEqual([])
    const asked = { ghost: { ...noGhost, asked: { stateless: true, redeploy: null } } }
    expect(breaches(worldWith(submitting, { ...both, ...asked }), { ...run, savepointPath: null })).toEqual([])
  })
})

test('P06 a FlinkApplication has arrived where its job runs and nothing is left, or where a reason tells why not', () => {
  const running = {
    ...initialApplicationStatus,
    phase: 'Running',
    deployHash: 'aaaaaaaa',
    observedGeneration: 1,
    jobStatus: { ...initialApplicationStatus.jobStatus, jobID: first },
  }
  expect(whyNotArrived(worldWith(running))).toBeNull()
  expect(whyNotArrived(worldWith(running, { pods: [] }))).toBe('its job does not run')
  expect(whyNotArrived(worldWith({ ...running, observedGeneration: 0 }))).toBe('the edit is not acknowledged')
  expect(whyNotArrived(worldWith({ ...running, deployHash: 'bbbbbbbb' }))).toBe('clusters of other hashes are left: aaaaaaaa')
  expect(whyNotArrived(worldWith(underWay))).toContain('Savepointing')
  expect(whyNotArrived(worldWith({ ...running, phase: 'DeployFailed' }))).toContain('no reason')
  expect(whyNotArrived(worldWith({ ...running, phase: 'DeployFailed', reason: 'the image is not there' }))).toBeNull()
  const gone = withResources(worldWith(running), 'FlinkApplication', [])
  expect([whyNotArrived(gone), whyNotArrived({ ...gone, deployments: [] })]).toEqual([
    'the resource is removed, its clusters are not',
    null,
  ])
})
