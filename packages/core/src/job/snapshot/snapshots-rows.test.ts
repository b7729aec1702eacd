import { describe, expect, test } from 'vitest'
import { jobId, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { recordOf, runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { name, namespace, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { roundOf } from '../../../fixtures/round.ts'
import type { FlinkDeploymentAction } from '../../kind/flink-deployment/flink-deployment-action.ts'
import { initialFlinkDeploymentStatus } from '../../codec/flink-deployment-status-fields.ts'
import type { StateSnapshotView } from '../../fact/state-snapshot-view.ts'
import type { SavepointRecord } from '../../resource/job-status.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import { pollMillis } from '../../round/decision.ts'
import type { JobAct, Round } from '../../application/round.ts'
import { settled } from '../../application/settled.ts'
import type { DueSnapshot } from './snapshot-due-now.ts'
import type { SnapshotStep } from './snapshot-step.ts'
import { takeSnapshotStep } from './snapshots.ts'

const { savepointInfo, checkpointInfo } = initialFlinkDeploymentStatus.jobStatus
const triggerId = 'f'.repeat(32)
const endpoint = { namespace, service: `${name}-rest`, port: 8081, tls: false }
/** The status as it is recorded, whatever a look made of it. */
const round = (status: StatusChange = {}, configuration: Readonly<Record<string, string>> = {}): Round => {
  const it = roundOf({
    spec: { configuration },
    status: runningStatus({ recorded: { spec: { configuration } }, ...status }),
    facts: runningCluster(),
  })
  return { ...it, observed: { ...it.observed, status: it.observed.recorded.status } }
}
const taken = (it: Round, step: SnapshotStep): JobAct => {
  const decision = takeSnapshotStep(it, step, settled(it))
  return decision._tag === 'Act' ? decision : expect.fail('it looks')
}
const periodic = (kind: SnapshotKind): Extract<DueSnapshot, { triggerType: 'PERIODIC' }> => ({
  kind,
  triggerType: 'PERIODIC',
  dueAt: t0 - 3_000,
  countsFrom: t0 - 2_000,
  reason: 'its time has come',
})
const manual = (kind: SnapshotKind): DueSnapshot => ({ kind, triggerType: 'MANUAL', nonce: 4, askedAt: t0 - 1_000, reason: 'its nonce' })
const trigger = (formatType: string | null) => ({ triggerId, triggerTimestamp: t0 - 1_000, triggerType: 'MANUAL', formatType })
const pendingSavepoint = (formatType: 'CANONICAL' | 'NATIVE' | null): StatusChange => ({
  job: { savepointInfo: { ...savepointInfo, ...trigger(formatType) } as typeof savepointInfo },
})
const pendingCheckpoint = (formatType: 'FULL' | 'INCREMENTAL' | null): StatusChange => ({
  job: { checkpointInfo: { ...checkpointInfo, ...trigger(formatType) } as typeof checkpointInfo },
})

describe('row S1: the same request again, as it is recorded (control-flow.md, sections 6.4 and 10)', () => {
  const again = (kind: SnapshotKind): SnapshotStep => ({ _tag: 'SendAgain', row: 'S1', kind, reason: 'again' })
  const native = { 'kubernetes.operator.savepoint.format.type': 'NATIVE', 'kubernetes.operator.checkpoint.type': 'INCREMENTAL' }
  const savepoint = (
    formatType: string,
  ): FlinkDeploymentAction => ({
    _tag: 'TriggerSavepoint',
    endpoint,
    jobId,
    triggerId,
    targetDirectory: 's3://b/sp',
    formatType,
  } as FlinkDeploymentAction)
  const checkpoint = (
    checkpointType: string,
  ): FlinkDeploymentAction => ({ _tag: 'TriggerCheckpoint', endpoint, jobId, triggerId, checkpointType } as FlinkDeploymentAction)

  test.each<readonly [string, Round, SnapshotKind, FlinkDeploymentAction]>([
    [
      'a savepoint, in the format that was asked for, though another is configured by now',
      round(pendingSavepoint('CANONICAL'), native),
      'savepoint',
      savepoint('CANONICAL'),
    ],
    ['a savepoint without a recorded format: as it is configured', round(pendingSavepoint(null), native), 'savepoint', savepoint('NATIVE')],
    [
      'a checkpoint, of the type that was asked for, though another is configured by now',
      round(pendingCheckpoint('FULL'), native),
      'checkpoint',
      checkpoint('FULL'),
    ],
    [
      'a checkpoint without a recorded type: as it is configured',
      round(pendingCheckpoint(null), native),
      'checkpoint',
      checkpoint('INCREMENTAL'),
    ],
  ])('%s', (_title, it, kind, want) => {
    const got = taken(it, again(kind))
    expect(got.effects).toEqual([want])
    expect(got).toMatchObject({ status: it.observed.status, after: pollMillis, reason: 'again', waitingFor: `${kind} ${triggerId}` })
  })

  test.each<readonly [string, Round, SnapshotKind]>([
    ['no savepoint is recorded as asked for', round(), 'savepoint'],
    ['no checkpoint is recorded as asked for', round(), 'checkpoint'],
    ['no job is known', round({ job: { ...pendingSavepoint(null).job, jobId: null } }), 'savepoint'],
    ['no job is known, for a checkpoint', round({ job: { ...pendingCheckpoint(null).job, jobId: null } }), 'checkpoint'],
  ])('%s: no request', (_title, it, kind) => {
    expect(taken(it, again(kind)).effects).toEqual([])
  })

  test('B41 what was deployed is not known: as ever', () => {
    const it = round(pendingSavepoint(null))
    const unknown: Round = { ...it, desired: { ...it.desired, deployed: { _tag: 'Never' } } }
    expect(takeSnapshotStep(unknown, again('savepoint'), settled(unknown))).toEqual(settled(unknown))
  })
})

describe('row S2: what is written before a snapshot is asked for (control-flow.md, sections 6.2 to 6.4)', () => {
  const configuration = { 'kubernetes.operator.checkpoint.type': 'INCREMENTAL', 'kubernetes.operator.savepoint.format.type': 'NATIVE' }
  test.each<readonly [SnapshotKind, string, object]>([
    ['checkpoint', 'INCREMENTAL', { _tag: 'TriggerCheckpoint', checkpointType: 'INCREMENTAL' }],
    ['savepoint', 'NATIVE', { _tag: 'TriggerSavepoint', formatType: 'NATIVE' }],
  ])('D-30 a periodic %s: its type, and the period that it fills; no nonce', (kind, formatType, effect) => {
    const got = taken(round({}, configuration), { _tag: 'Trigger', row: 'S2', due: periodic(kind), reason: 'due' })
    const info = got.status.jobStatus[kind === 'savepoint' ? 'savepointInfo' : 'checkpointInfo']
    expect(info).toMatchObject({ triggerType: 'PERIODIC', triggerTimestamp: t0, formatType })
    expect(got.effects).toMatchObject([{ ...effect, triggerId: info.triggerId }])
    expect(got.status.operatorRecord).toMatchObject({
      attempts: 4,
      [kind === 'savepoint' ? 'lastPeriodicSavepointTrigger' : 'lastPeriodicCheckpointTrigger']: t0 - 2_000,
      manualSavepoint: null,
      manualCheckpoint: null,
    })
    expect(got.waitingFor).toBe(`${kind} ${String(info.triggerId)}`)
  })

  test('B78 a period that goes without: it counts from its moment, nothing is asked for, and no id is used up', () => {
    const it = round()
    const got = taken(it, { _tag: 'SkipPeriod', row: 'S2', due: periodic('checkpoint'), reason: 'the one before is under way' })
    expect(got).toEqual({
      ...settled(it),
      reason: 'the one before is under way',
      status: {
        ...it.observed.status,
        operatorRecord: { ...it.observed.status.operatorRecord, lastPeriodicCheckpointTrigger: t0 - 2_000 },
      },
    })
  })
})

describe('row S2: a FlinkStateSnapshot is handed the snapshot over (control-flow.md, section 6.4)', () => {
  const create = (due: DueSnapshot): SnapshotStep => ({ _tag: 'CreateResource', row: 'S2', due, reason: 'due' })
  test('D-30 a periodic one: the period is recorded only once the resource is there; it answers no nonce', () => {
    const it = round()
    const got = taken(it, create(periodic('savepoint')))
    expect(got.status).toEqual(it.observed.status)
    expect(got.effects).toMatchObject([{ _tag: 'CreateStateSnapshot', name: `app-savepoint-periodic-${String(t0 - 3_000)}` }])
    expect(got.then?.reason).toBe('the FlinkStateSnapshot is there')
    expect(got.then?.status.operatorRecord).toEqual({ ...it.observed.status.operatorRecord, lastPeriodicSavepointTrigger: t0 - 2_000 })
  })
  test('B77 one by nonce: the moment of its name is recorded before, its nonce once the resource is there', () => {
    const got = taken(round(), create(manual('checkpoint')))
    expect(got.status.operatorRecord).toMatchObject({
      manualCheckpoint: { nonce: 4, askedAt: t0 - 1_000, retryAt: null },
      manualSavepoint: null,
      lastPeriodicCheckpointTrigger: null,
    })
    expect(got.then?.status).toMatchObject({
      operatorRecord: { manualCheckpoint: null, lastPeriodicCheckpointTrigger: null },
      reconciliationStatus: { lastReconciledSpec: recordOf({ spec: { job: { checkpointTriggerNonce: 4 } } }) },
    })
  })
})

describe('row S3: what is too much goes (control-flow.md, section 6.6)', () => {
  const entry = (location: string): SavepointRecord => ({
    timeStamp: t0,
    location,
    triggerType: 'PERIODIC',
    formatType: 'CANONICAL',
    triggerNonce: null,
  })
  const [first, second] = [entry('s3://1'), entry('s3://2')]
  const withHistory = round({ job: { savepointInfo: { ...savepointInfo, savepointHistory: [first, second] } } })
  const prune = (dispose: string | null): SnapshotStep => ({
    _tag: 'Prune',
    row: 'S3',
    prunable: [{ record: first, cause: 'Count', dispose: dispose !== null }],
    dispose,
    reason: 'too many',
  })
  const history = (status: JobAct['status'] | undefined) => status?.jobStatus.savepointInfo.savepointHistory

  test('B73 its files first: the write behind their disposal takes the entry out, and says which it was', () => {
    const got = taken(withHistory, prune('s3://1'))
    expect(got).toMatchObject({
      reason: 'too many',
      after: 0,
      effects: [{ _tag: 'DisposeSavepoint', endpoint, path: 's3://1' }],
      then: { reason: 'savepoint s3://1 is disposed of' },
    })
    expect([history(got.status), history(got.then?.status)]).toEqual([[first, second], [second]])
  })
  test("B03 files that are somebody else's: only the entry goes", () => {
    const got = taken(withHistory, prune(null))
    expect(got).toMatchObject({ reason: 'too many', after: 0, effects: [] })
    expect(got.then).toBeUndefined()
    expect(history(got.status)).toEqual([second])
  })
  test('B79 FlinkStateSnapshots: just those that were seen, by their uid', () => {
    const view = (it: string): StateSnapshotView => ({
      name: it,
      uid: `uid-${it}`,
      creationTimestamp: 1,
      deleting: false,
      kind: 'savepoint',
      triggerType: 'PERIODIC',
      state: 'COMPLETED',
      path: null,
    })
    expect(taken(round(), { _tag: 'DeleteResources', row: 'S3', snapshots: [view('a'), view('b')], reason: 'too many' })).toMatchObject({
      reason: 'too many',
      after: pollMillis,
      effects: ['a', 'b'].map(it => ({
        _tag: 'DeleteObject',
        target: { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkStateSnapshot', namespace, name: it, uid: `uid-${it}` },
        resourceVersion: null,
        propagation: 'Background',
        why: 'too many',
      })),
    })
  })
})
