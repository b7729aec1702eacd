import { describe, expect, test } from 'vitest'
import { aJob, deploymentUid, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aSuspend, aTearDown, recordOf, runningStatus, suspendedStatus } from '../../../fixtures/deployment-status.ts'
import { name, specJson, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { deleted, type RawResource, rawCourse, rawResource, rawRound, valueAt, withValue } from '../../../fixtures/raw-resource.ts'
import { effectsOf, eventsOf } from '../../../fixtures/round.ts'
import { known } from '../../contract/fact/fact.ts'
import type { ConfigMapView } from '../../contract/fact/object-view.ts'
import type { Json, JsonObject } from '../../contract/resource/json.ts'

const ofNewer = (change: object): Json => ({ ...aTearDown(), ...change }) as unknown as Json
const deep = Array.from({ length: 200 }).reduce<JsonObject>(inner => ({ a: inner }), {})

/** What a newer version, an accident or a person may have written, by the path in the status; and the path that is told. */
const broken: readonly (readonly [title: string, path: string, value: Json, reported: string])[] = [
  ['a purpose of a newer version', 'operation', ofNewer({ purpose: 'WarmStandby' }), 'status.operation.purpose'],
  ['a kind of a newer version', 'operation', ofNewer({ kind: 'Migrate' }), 'status.operation.kind'],
  ['a mode of a newer version', 'operation', { ...aSuspend(), mode: 'PAUSE' } as unknown as Json, 'status.operation.mode'],
  ['a step of a newer version', 'operation', { ...aSuspend(), step: 'Halfway' } as unknown as Json, 'status.operation.step'],
  ['an operation that is no object', 'operation', 'under way', 'status.operation'],
  ['an empty operation', 'operation', {}, 'status.operation.kind'],
  [
    'a record that is cut off',
    'reconciliationStatus.lastReconciledSpec',
    '{"spec":{"job"',
    'status.reconciliationStatus.lastReconciledSpec',
  ],
  [
    'a record with an enum value of a newer version',
    'reconciliationStatus.lastReconciledSpec',
    recordOf().replace('"savepoint"', '"warm"'),
    'status.reconciliationStatus.lastReconciledSpec',
  ],
  ['a stable record that is cut off', 'reconciliationStatus.lastStableSpec', '{', 'status.reconciliationStatus.lastStableSpec'],
  ['a state of the reconciliation of a newer version', 'reconciliationStatus.state', 'CANARY', 'status.reconciliationStatus.state'],
  ['a number of attempts that is none', 'operatorRecord.attempts', 'many', 'status.operatorRecord.attempts'],
  ['a source of a newer version', 'operatorRecord.deployedSource', { _tag: 'Clone', of: 'x' }, 'status.operatorRecord.deployedSource._tag'],
  ['a moment that is none', 'operatorRecord.terminalSince', {}, 'status.operatorRecord.terminalSince'],
  ['a record that is no object', 'operatorRecord', [1], 'status.operatorRecord'],
  ['a job id that is none', 'jobStatus.jobId', { a: 1 }, 'status.jobStatus.jobId'],
  ['savepoints that are none', 'jobStatus.savepointInfo', 'none', 'status.jobStatus.savepointInfo'],
  ["one savepoint of the history that can't be read", 'jobStatus.savepointInfo.savepointHistory', [7, {
    timeStamp: 'x',
    location: ['s3://b/1'],
    triggerType: null,
    formatType: null,
    triggerNonce: null,
  }], 'status.jobStatus.savepointInfo.savepointHistory'],
]

const raw = (path: string, value: Json, base = runningStatus()): RawResource => {
  const resource = rawResource(base)
  return { ...resource, status: withValue(resource.status, path, value) }
}
const conditionOf = (status: Json, type: string): Json =>
  (valueAt(status, 'conditions') as readonly JsonObject[]).find(it => it['type'] === type)?.['status'] ?? null

describe("F14 P14 P16: what can't be read is told, and kept", () => {
  test.each(broken)('%s: nothing is done, job and JobManager are told, the value stays verbatim', (_title, path, value, reported) => {
    // the job restarts: that is seen all the same
    const hooks = rawRound(raw(path, value), runningCluster(t0, { jobs: known([aJob('RESTARTING')], t0) }))
    expect(effectsOf(hooks.actions)).toEqual([])
    const { status } = hooks.raw
    expect(valueAt(status, path)).toEqual(value)
    expect(valueAt(status, 'error')).toContain(reported)
    expect(valueAt(status, 'lifecycleState')).not.toBe('STABLE')
    expect([conditionOf(status, 'Ready'), conditionOf(status, 'Stalled')]).toEqual(['False', 'True'])
    expect(eventsOf(hooks.actions).map(({ type, message }) => [type, message.includes(reported)])).toContainEqual(['Warning', true])
    if (!path.startsWith('jobStatus.jobId')) expect(valueAt(status, 'jobStatus.state')).toBe('RESTARTING')
    expect(valueAt(status, 'jobManagerDeploymentStatus')).toBe('READY')
  })

  test.each(broken)('%s: a second look writes nothing and tells nothing again; also with an edit', (_title, path, value) => {
    const first = rawRound(raw(path, value), runningCluster()).raw
    expect(rawRound(first, runningCluster()).actions.map(({ _tag }) => _tag)).toEqual(['Requeue'])
    const edited = { ...first, spec: specJson({ job: { parallelism: 5 } }), metadata: { ...first.metadata, generation: 2 } }
    const after = rawRound(edited, runningCluster())
    expect(effectsOf(after.actions)).toEqual([])
    expect(valueAt(after.raw.status, path)).toEqual(value)
  })

  test("the end of a job whose status can't be read is not found out again in each look, and what is known of its state stays", () => {
    const { operatorRecord } = runningStatus()
    const ended = {
      ...runningStatus(),
      operatorRecord: {
        ...operatorRecord,
        terminalSince: t0 - 60_000,
        lastState: { _tag: 'Path', path: 's3://b/savepoint-1', seen: 'Stop' } as const,
      },
    }
    const finished = (now: number) => runningCluster(now, { jobs: known([aJob('FINISHED')], now) })
    const first = rawRound(raw('jobStatus', 'garbage', ended), finished(t0)).raw
    expect(valueAt(first.status, 'operatorRecord.lastState.path')).toBe('s3://b/savepoint-1')
    expect(valueAt(first.status, 'operatorRecord.terminalSince')).toBe(t0 - 60_000)
    expect(rawRound(first, finished(t0 + 5_000), t0 + 5_000).actions.map(({ _tag }) => _tag)).toEqual(['Requeue'])
  })

  test.each(broken)('%s: nothing is done while the job is missing, ended, or its cluster is gone, for hours', (_title, path, value) => {
    for (
      const world of [
        runningCluster(t0, { jobs: known([], t0) }),
        runningCluster(t0, { jobs: known([aJob('FINISHED')], t0) }),
        runningCluster(t0, { deployment: { _tag: 'Absent', source: 'live', asOf: t0 }, jobManagerPods: known([], t0) }),
      ]
    ) {
      const { done, raw: { status } } = rawCourse(raw(path, value), 7_200_000, t0, world, 10)
      expect(effectsOf(done)).toEqual([])
      expect(valueAt(status, path)).toEqual(value)
    }
  })

  test('a record that is written back is found by the version that reads it: the error is over, its job is looked after', () => {
    const mended = rawRound(raw('operation', ofNewer({ purpose: 'WarmStandby' })), runningCluster()).raw
    const again = rawRound({ ...mended, status: withValue(mended.status, 'operation', null) }, runningCluster()).raw
    expect([valueAt(again.status, 'error'), valueAt(again.status, 'lifecycleState')]).toEqual([null, 'STABLE'])
  })

  test.each<readonly [string, string, Json]>([
    ['a state of the job that Flink tells anew', 'jobStatus.state', 'WARMING'],
    ['the state of the JobManager, which is seen anew', 'jobManagerDeploymentStatus', 'HIBERNATED'],
    ['a lifecycle state', 'lifecycleState', 'PARKED'],
    ['what a cluster said of itself', 'clusterInfo', { 'flink-version': '1.20', cores: { a: 1 } }],
    ['why a savepoint was taken', 'jobStatus.savepointInfo.triggerType', 'TIERED'],
    ['a condition', 'conditions', [{ status: 'Maybe' }]],
  ])('%s is a value that is not known, not an error: the resource is looked after as ever', (_title, path, value) => {
    const { status } = rawRound(raw(path, value), runningCluster()).raw
    expect([valueAt(status, 'error'), valueAt(status, 'lifecycleState'), valueAt(status, 'jobStatus.state')]).toEqual([
      null,
      'STABLE',
      'RUNNING',
    ])
  })

  test('a state of the job that nobody tells anew decides nothing: a job of unknown end is not put up again', () => {
    const { done } = rawCourse(
      raw('jobStatus.state', 'ARCHIVED'),
      3_600_000,
      t0,
      runningCluster(t0, { deployment: { _tag: 'Absent', source: 'live', asOf: t0 }, jobManagerPods: known([], t0) }),
    )
    expect(effectsOf(done)).toEqual([])
  })

  test('an unknown field beside what is known stops nothing', () => {
    const resource = raw('operatorRecord', { ...runningStatus().operatorRecord, ofNewer: deep } as unknown as Json)
    expect(() => rawRound(resource, runningCluster())).toThrow(/100 levels/)
    const shallow = rawRound(
      raw('operatorRecord', { ...runningStatus().operatorRecord, ofNewer: { a: 1 } } as unknown as Json),
      runningCluster(),
    )
    expect([valueAt(shallow.raw.status, 'error'), valueAt(shallow.raw.status, 'operatorRecord.ofNewer')]).toEqual([null, { a: 1 }])
  })
})

describe("F14 P10: a spec that can't be read is one that is not valid", () => {
  const wrong: readonly (readonly [string, Json])[] = [
    ['spec.job.parallelism', specJson({ job: { parallelism: 1.5 } })],
    ['spec.job', { ...specJson(), job: [] }],
    ['spec.flinkVersion', specJson({ rest: { flinkVersion: 'v9_9' } })],
    ['spec.podTemplate', specJson({ rest: { podTemplate: deep } })],
    ['spec', 'text'],
  ]

  test.each(wrong)('%s: the job that runs stays in care; told; not STABLE', (reported, spec) => {
    const resource = { ...rawResource(runningStatus(), spec), metadata: { ...rawResource(runningStatus()).metadata, generation: 2 } }
    const { actions, raw: { status } } = rawRound(resource, runningCluster(t0, { jobs: known([aJob('RESTARTING')], t0) }))
    expect(effectsOf(actions)).toEqual([])
    expect(valueAt(status, 'error')).toContain(reported)
    expect([
      valueAt(status, 'jobStatus.state'),
      valueAt(status, 'lifecycleState'),
      conditionOf(status, 'Ready'),
      conditionOf(status, 'Stalled'),
    ]).toEqual(['RESTARTING', 'DEPLOYED', 'False', 'True'])
  })

  test.each(wrong)('%s: a job that is lost is recovered from the last good spec', (_reported, spec) => {
    const { done } = rawCourse(
      rawResource(runningStatus(), spec),
      5_000,
      t0,
      runningCluster(t0, { deployment: { _tag: 'Absent', source: 'live', asOf: t0 }, jobManagerPods: known([], t0) }),
    )
    expect(done.filter(({ _tag }) => _tag === 'PersistStatus').at(-1)).toMatchObject({
      status: { operation: { kind: 'Deploy', purpose: 'Recovery', source: { _tag: 'LastState' } } },
    })
  })

  test.each(wrong)('%s: it can be deleted', (_reported, spec) => {
    const { left } = rawCourse(deleted(rawResource(runningStatus(), spec), t0))
    expect(left).toMatchObject({ deployment: { _tag: 'Absent' }, configMaps: { value: [] }, services: { value: [] } })
  })
})

describe("F14 P06: what can't be read does not keep a resource from being deleted", () => {
  // whose can't be told by the record goes with its owner, by garbage collection; HA metadata goes only by the id of its job (P21)
  const isLeft = ({ name: configMap, ownerUids }: ConfigMapView, path: string): boolean =>
    !ownerUids.includes(deploymentUid) && !(path === 'jobStatus.jobId' && configMap.startsWith(`${name}-`))
  test.each(broken)('%s: the cluster goes, then HA metadata, then the finalizer', (_title, path, value) => {
    const { done, took, left } = rawCourse(deleted(raw(path, value), t0))
    const [last] = done.filter(({ _tag }) => _tag !== 'Requeue' && _tag !== 'PersistStatus').slice(-1)
    expect(last?._tag).toBe('RemoveFinalizer')
    expect(left).toMatchObject({ deployment: { _tag: 'Absent' } })
    expect(left.configMaps?._tag === 'Known' ? left.configMaps.value.filter(it => isLeft(it, path)) : null).toEqual([])
    expect(left.services?._tag === 'Known' ? left.services.value.filter(it => !it.ownerUids.includes(deploymentUid)) : null).toEqual([])
    expect(took).toBeLessThan(300_000)
    // P03: each hard effect has its intent written down before it
    expect(done.findIndex(({ _tag }) => _tag === 'PersistStatus')).toBeLessThan(
      done.findIndex(({ _tag }) => _tag === 'PatchObject' || _tag === 'CancelJob'),
    )
  })

  test('what an unknown operation may have sent gets the time to arrive before the finalizer goes', () => {
    expect(rawCourse(deleted(raw('operation', ofNewer({ kind: 'Migrate' })), t0)).took).toBeGreaterThan(60_000)
    expect(rawCourse(deleted(raw('operation', ofNewer({ purpose: 'WarmStandby' })), t0)).took).toBeLessThan(60_000)
  })

  test("a savepoint that is asked for at deletion, beside a stop that can't be read: no second stop; after its time it goes without one, and that is told", () => {
    const asked = specJson({ configuration: { 'kubernetes.operator.job.savepoint-on-deletion': 'true' } })
    const base = runningStatus({ recorded: { spec: { configuration: { 'kubernetes.operator.job.savepoint-on-deletion': 'true' } } } })
    const { done, took } = rawCourse(
      deleted({ ...raw('operation', { ...aSuspend(), mode: 'PAUSE' } as unknown as Json, base), spec: asked }, t0),
    )
    expect(done.some(({ _tag }) => _tag === 'StopWithSavepoint' || _tag === 'CancelJob')).toBe(false)
    expect(eventsOf(done).map(({ reason }) => reason)).toContain('CleanupFailed')
    expect(took).toBeGreaterThanOrEqual(300_000)
  })

  test('of a suspended job, too', () => {
    expect(
      rawCourse(deleted(raw('operation', ofNewer({ purpose: 'WarmStandby' }), suspendedStatus()), t0)).done.some(({ _tag }) =>
        _tag === 'RemoveFinalizer'
      ),
    ).toBe(true)
  })
})
