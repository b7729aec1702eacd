import { isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { attemptKeyPatch } from '../../../core/src/manifest/attempt-key.ts'
import type { ClusterManifestInput, ClusterPart } from '@flink-operator/core/action'
import type { AsynchronousOperation, CheckpointStatistics, JobOverview } from '@flink-operator/core/fact'
import type { FlinkDeploymentAction } from '@flink-operator/core/kind/flink-deployment'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import type { Query } from '@flink-operator/core/query'
import { knownValue } from '../../../core/src/contract/fact/fact.ts'
import { noResources } from './resources.ts'
import { answerQuery } from './answer-query.ts'
import { noLookFaults } from './look-faults.ts'
import { perform } from './perform.ts'
import { fairEvents } from './fair-events.ts'
import { step } from './step-world.ts'
import type { WorldEvent } from './world-event.ts'
import { emptyWorld } from './empty-world.ts'
import { uidOf, versionOf, type World } from './world.ts'

const endpoint = { namespace: 'default', service: 'app-rest', port: 8081, tls: false }
const jobId = 'a'.repeat(32)
const trigger = (digit: string): string => digit.repeat(32)

const decoded = flinkDeploymentKind.decode({
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: {
    name: 'app',
    namespace: 'default',
    uid: uidOf(1),
    resourceVersion: versionOf(1),
    generation: 1,
    creationTimestamp: '2023-11-14T22:13:20Z',
  },
  spec: { image: 'flink:1.20', flinkVersion: 'v1_20', job: { jarURI: 'local:///job.jar', parallelism: 1, upgradeMode: 'savepoint' } },
})
const empty = (): World => ({
  ...emptyWorld({ abstract: false, restCacheMillis: 3_000, operationMemoryMillis: 300_000 }, 1_700_000_000_000),
  resources: { ...noResources, FlinkDeployment: isRight(decoded) ? [decoded.right] : [] },
})

const input = (attempt: string, configuration: Readonly<Record<string, string>>): ClusterManifestInput => ({
  namespace: 'default',
  clusterId: 'app',
  flinkVersion: 'v1_20',
  mode: 'native',
  owner: { apiVersion: '', kind: '', name: 'app', uid: uidOf(1) },
  configuration: {
    '$internal.pipeline.job-id': jobId,
    'jobmanager.memory.process.size': '1g',
    'taskmanager.memory.process.size': '1g',
    ...configuration,
  },
  jobManagerPodTemplate: null,
  taskManagerPodTemplate: null,
  logConfiguration: {},
  attempt,
})
const create = (world: World, part: ClusterPart, of: ClusterManifestInput): World =>
  perform(world, { _tag: 'CreateObject', manifest: { _tag: 'ClusterManifest', part, input: of } }, '', 'Ok').world
/** Gives the ConfigMap the key of the attempt. */
const release = (world: World, attempt: string): World =>
  perform(
    world,
    {
      _tag: 'PatchObject',
      target: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'flink-config-app', uid: world.configMaps[0]?.uid ?? '' },
      patch: attemptKeyPatch(attempt),
      why: '',
    },
    '',
    'Ok',
  ).world
const deploy = (world: World, configuration: Readonly<Record<string, string>> = {}, attempt = 'one'): World =>
  release(created(world, configuration, attempt), attempt)
const created = (world: World, configuration: Readonly<Record<string, string>>, attempt: string): World =>
  (['FlinkConfig', 'RestService', 'JobManagerDeployment'] as const).reduce(
    (w, part) => create(w, part, input(attempt, configuration)),
    world,
  )

/** Lets the first possible event of one of these kinds happen, again and again. */
const until = (world: World, ...tags: readonly WorldEvent['_tag'][]): World => {
  const event = fairEvents(world).find(({ _tag }) => tags.includes(_tag))
  return event === undefined ? world : until(step(world, event), ...tags)
}
const up = (world: World): World => until(world, 'MakePod', 'StartPod', 'AdvanceProcess', 'RunJob')
const once = (world: World, tag: WorldEvent['_tag']): World => step(world, fairEvents(world).find(({ _tag }) => _tag === tag)!)
const work = (world: World): World => once(once(world, 'Process'), 'CompleteCheckpoint')
const act = (world: World, action: FlinkDeploymentAction): World => perform(world, action, '', 'Ok').world
const stop = (id: string): FlinkDeploymentAction => ({
  _tag: 'StopWithSavepoint',
  endpoint,
  jobId,
  triggerId: id,
  targetDirectory: null,
  formatType: 'CANONICAL',
  drain: false,
})
const cancel: FlinkDeploymentAction = { _tag: 'CancelJob', endpoint, jobId, why: '' }
const ask = <A>(world: World, query: Query, oldStatistics = false): A | undefined =>
  knownValue(answerQuery(world, query, { ...noLookFaults, oldStatistics })) as A | undefined
const job = (world: World): string | undefined => ask<readonly JobOverview[]>(world, { _tag: 'GetJobsOverview', endpoint })?.[0]?.state
const operation = (world: World, id: string): AsynchronousOperation | undefined =>
  ask(world, { _tag: 'GetSavepointOperation', endpoint, jobId, triggerId: id, for: 'stopOperation' })
const checkpoints = (world: World, old = false): CheckpointStatistics | undefined =>
  ask(world, { _tag: 'GetCheckpoints', endpoint, jobId }, old)
const ha = { 'high-availability.type': 'kubernetes', 'job-result-store.storage-path': 'file:/jrs/one' }
const pod = (world: World): string => world.pods[0]!.uid

describe('Flink in the simulated world', () => {
  test('trap 2: a second stop destroys both, and the job runs on', () => {
    const world = act(act(work(up(deploy(empty()))), stop(trigger('1'))), stop(trigger('2')))
    expect([operation(world, trigger('1'))?._tag, operation(world, trigger('2'))?._tag, job(world)]).toEqual([
      'Failed',
      'Failed',
      'RESTARTING',
    ])
    expect(job(up(world))).toBe('RUNNING')
    expect(world.breaches[0]?.property).toBe('P03')
  })
  test('traps 3 and 4: a known trigger id starts nothing, whether it completed or failed', () => {
    const stopping = act(up(deploy(empty())), stop(trigger('1')))
    expect(act(stopping, stop(trigger('1')))).toEqual(stopping)
    const finished = once(stopping, 'CompleteOperation')
    expect([job(finished), operation(finished, trigger('1'))?._tag]).toEqual(['FINISHED', 'Completed'])
    expect(act(finished, stop(trigger('1')))).toEqual(finished)
  })
  test('trap 5: an operation is forgotten after a while', () => {
    const finished = once(act(up(deploy(empty())), stop(trigger('1'))), 'CompleteOperation')
    expect(operation(step(finished, { _tag: 'PassTime', millis: 300_001 }), trigger('1'))).toBeUndefined()
  })
  test('trap 6: a restarted JobManager knows no operation; without HA the same job id runs again, from its old source', () => {
    const finished = once(act(work(up(deploy(empty()))), stop(trigger('1'))), 'CompleteOperation')
    const again = up(step(finished, { _tag: 'CrashJobManager', pod: pod(finished) }))
    expect([operation(again, trigger('1')), job(again), checkpoints(again)?.restored]).toEqual([undefined, 'RUNNING', null])
  })
  test('trap 7: a stop of a job that ended is noted, and fails in the operation', () => {
    const finished = once(act(up(deploy(empty())), stop(trigger('1'))), 'CompleteOperation')
    expect(perform(finished, stop(trigger('2')), '', 'Ok').error).toBeNull()
    expect(operation(act(finished, stop(trigger('2'))), trigger('2'))?._tag).toBe('Failed')
  })
  test('trap 14: cancel is 202 when cancelling or CANCELED, 409 when FINISHED, 404 when unknown', () => {
    const cancelled = once(act(up(deploy(empty())), cancel), 'FinishCancelling')
    expect([job(cancelled), perform(cancelled, cancel, '', 'Ok').error]).toEqual(['CANCELED', null])
    const finished = once(act(up(deploy(empty())), stop(trigger('1'))), 'CompleteOperation')
    expect(perform(finished, cancel, '', 'Ok').error?._tag).toBe('JobTerminated')
    expect(perform(finished, { _tag: 'CancelJob', endpoint, jobId: trigger('b'), why: '' }, '', 'Ok').error?._tag).toBe('JobUnknown')
  })
  test('trap 1: checkpoints may be shown as they were, for 3 s', () => {
    const world = work(work(up(deploy(empty()))))
    const [now, before] = [checkpoints(world)?.completed?.id, checkpoints(world, true)?.completed?.id]
    expect([now, before]).toEqual([2, 1])
    expect(checkpoints(step(world, { _tag: 'PassTime', millis: 3_000 }), true)?.completed?.id).toBe(2)
  })
  test('L2: after a stop the savepoint may not be listed, and the last checkpoint is discarded', () => {
    const stopping = act(work(up(deploy(empty()))), stop(trigger('1')))
    const finished = step(stopping, { _tag: 'CompleteOperation', pod: pod(stopping), triggerId: trigger('1'), end: 'Unlisted' })
    expect([checkpoints(finished)?.savepoint, checkpoints(finished)?.completed?.discarded, finished.storage.map(({ kind }) => kind)])
      .toEqual([null, true, ['Savepoint']])
  })
  test('B10: with HA, but no checkpoint there, a restore path that is not there fails the job, and that takes its HA metadata away', () => {
    const world = up(deploy(empty(), { ...ha, 'execution.savepoint.path': 'KUBERNETES_OPERATOR_LAST_STATE' }))
    expect([job(world), until(world, 'CleanUpJob').ha.jobs]).toEqual(['FAILED', []])
  })
  test('HA: a restart goes on from the newest checkpoint; a job that ended is not run again', () => {
    const world = work(work(up(deploy(empty(), ha))))
    const again = up(step(world, { _tag: 'CrashJobManager', pod: pod(world) }))
    expect(checkpoints(again)?.restored?.externalPath).toBe(world.ha.jobs[0]?.pointer)
    const finished = once(act(again, stop(trigger('1'))), 'CompleteOperation')
    expect(finished.ha).toMatchObject({ jobs: [{ pointer: null }], cluster: { plans: [{}] } })
    expect(until(finished, 'CleanUpJob').ha).toMatchObject({ jobs: [], cluster: { plans: [] } })
    const restarted = up(step(finished, { _tag: 'CrashJobManager', pod: pod(finished) }))
    expect([job(restarted), restarted.pods[0]?.process?.phase]).toEqual([undefined, 'NothingToRun'])
  })
  test('a restore path that is not there fails the job', () => {
    expect(job(up(deploy(empty(), { 'execution.savepoint.path': 'KUBERNETES_OPERATOR_LAST_STATE' })))).toBe('FAILED')
  })
  test('A19 a pod waits for its ConfigMap, and for the key of its attempt in it', () => {
    const world = until(create(empty(), 'JobManagerDeployment', input('one', {})), 'MakePod', 'StartPod')
    expect(world.pods[0]?.phase).toBe('Pending')
    const keyless = until(create(world, 'FlinkConfig', input('one', {})), 'StartPod')
    expect(keyless.pods[0]?.phase).toBe('Pending')
    expect(until(release(keyless, 'two'), 'StartPod').pods[0]?.phase).toBe('Pending')
    expect(until(release(keyless, 'one'), 'StartPod').pods[0]?.phase).toBe('Running')
  })
  test('P02: pods of an attempt that may start beside a pod of another one are a breach', () => {
    const world = up(deploy(empty()))
    const removed = act(world, {
      _tag: 'DeleteObject',
      target: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'default', name: 'app', uid: world.deployments[0]!.uid },
      resourceVersion: null,
      propagation: 'Background',
      why: '',
    })
    const beside = create(removed, 'JobManagerDeployment', input('two', {}))
    expect(beside.breaches).toEqual([])
    expect(release(beside, 'two').breaches[0]?.property).toBe('P02')
  })
})

describe('what a recorded cluster did (docs/trace-validation.md)', () => {
  const only = (world: World): World['deployments'][number] => world.deployments[0]!
  const target = ({ name, uid }: { readonly name: string; readonly uid: string }) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    namespace: 'default',
    name,
    uid,
  })

  test('a Deployment that is scaled to 0 has its pod until its controller acts', () => {
    const world = up(deploy(empty()))
    const scaled =
      perform(world, { _tag: 'PatchObject', target: target(only(world)), patch: { spec: { replicas: 0 } }, why: '' }, '', 'Ok').world
    expect(scaled.pods).toMatchObject([{ deleting: false }])
    expect(until(scaled, 'ScaleDown').pods).toMatchObject([{ deleting: true }])
    expect(until(scaled, 'ScaleDown', 'EndPod', 'MakePod').pods).toEqual([])
  })

  test('what belongs to a Deployment that is deleted in the foreground is seen going, and goes before it', () => {
    const created = deploy(empty())
    const { uid } = only(created)
    const world = up({
      ...created,
      configMaps: created.configMaps.map(it => ({ ...it, ownerUids: [uid] })),
      services: created.services.map(it => ({ ...it, ownerUids: [uid] })),
    })
    const deleted = perform(
      world,
      { _tag: 'DeleteObject', target: target(only(world)), resourceVersion: null, propagation: 'Foreground', why: '' },
      '',
      'Ok',
    ).world
    const going = step(deleted, fairEvents(deleted).find(({ _tag }) => _tag === 'CollectDependents')!)
    expect([...going.configMaps, ...going.services].map(({ deleting }) => deleting)).toEqual([true, true])
    const gone = step(going, { _tag: 'CollectDependents', uids: going.configMaps.map(it => it.uid) })
    expect(gone).toMatchObject({ configMaps: [], services: [{ deleting: true }], deployments: [{ deleting: true }] })
  })

  test('a job may be RUNNING before its tasks are', () => {
    const world = up(deploy(empty()))
    const query: Query = { _tag: 'GetJobsOverview', endpoint }
    expect(knownValue(answerQuery(world, query))).toMatchObject([{ state: 'RUNNING', tasks: { running: 2, total: 2 } }])
    expect(knownValue(answerQuery(world, query, { ...noLookFaults, tasksDeploying: true }))).toMatchObject([{
      state: 'RUNNING',
      tasks: { running: 0, total: 2 },
    }])
  })
})
