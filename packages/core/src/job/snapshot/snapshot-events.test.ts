import { describe, expect, test } from 'vitest'
import { runningStatus } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { roundOf } from '../../../fixtures/round.ts'
import { redactActions } from '../../contract/redaction/redact-actions.ts'
import { initialFlinkDeploymentStatus } from '../../crd/flink-deployment-status-fields.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { SnapshotTriggerType } from '../../contract/resource/job-status.ts'
import type { OperatorRecord } from '../../contract/resource/operator-record.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import type { FlinkDeploymentDesired } from '../../kind/flink-deployment/application/application-round.ts'
import { notDisposed, snapshotEvents } from './snapshot-events.ts'

const { savepointInfo, checkpointInfo } = initialFlinkDeploymentStatus.jobStatus
const askedAt = t0 - 5_000

/** One of this kind is pending. */
const pending = (
  kind: SnapshotKind,
  triggerType: SnapshotTriggerType = 'MANUAL',
  record: Partial<OperatorRecord> = {},
  id = 'f',
): FlinkDeploymentStatus => {
  const trigger = { triggerId: id.repeat(32), triggerTimestamp: askedAt, triggerType } as const
  return runningStatus({
    record,
    job: kind === 'savepoint' ? { savepointInfo: { ...savepointInfo, ...trigger } } : { checkpointInfo: { ...checkpointInfo, ...trigger } },
  })
}
/** It is not pending any more; what the last one is. */
const after = (last: { readonly timeStamp: number; readonly triggerType: SnapshotTriggerType } | null = null): FlinkDeploymentStatus =>
  runningStatus({
    job: {
      savepointInfo: {
        ...savepointInfo,
        lastSavepoint: last === null ? null : { ...last, location: 's3://x', formatType: 'CANONICAL', triggerNonce: null },
      },
      checkpointInfo: { ...checkpointInfo, lastCheckpoint: last === null ? null : { ...last, formatType: 'FULL', triggerNonce: null } },
    },
  })
const wants = (savepointTriggerNonce: number, checkpointTriggerNonce: number): FlinkDeploymentDesired =>
  roundOf({ spec: { job: { savepointTriggerNonce, checkpointTriggerNonce } } }).desired
const reported = (
  before: FlinkDeploymentStatus,
  now: FlinkDeploymentStatus,
  desired: FlinkDeploymentDesired = wants(1, 2),
): readonly string[] => snapshotEvents(before, now, desired).map(({ type, reason, message }) => `${type} ${reason}: ${message}`)

describe('control-flow.md, section 6.4: a snapshot that was pending and is neither pending nor complete has failed', () => {
  const gone = after()
  const complete = after({ timeStamp: askedAt, triggerType: 'MANUAL' })
  const onlySavepoint: FlinkDeploymentStatus = { ...complete, jobStatus: { ...complete.jobStatus, checkpointInfo } }
  test.each<readonly [string, FlinkDeploymentStatus, FlinkDeploymentStatus, readonly string[]]>([
    ['a savepoint', pending('savepoint'), gone, ['Warning SavepointError: Savepoint failed for savepointTriggerNonce: 1']],
    ['a checkpoint', pending('checkpoint'), gone, ['Warning CheckpointError: Checkpoint failed for checkpointTriggerNonce: 2']],
    ['D-31 a periodic one has no nonce', pending('checkpoint', 'PERIODIC'), gone, ['Warning CheckpointError: Periodic checkpoint failed']],
    [
      'B77 the nonce is the one that it answered, whatever the spec says by now',
      pending('savepoint', 'MANUAL', { manualSavepoint: { nonce: 9, askedAt, retryAt: null } }),
      gone,
      ['Warning SavepointError: Savepoint failed for savepointTriggerNonce: 9'],
    ],
    ['another one was asked for in the same round', pending('savepoint'), pending('savepoint', 'MANUAL', {}, 'e'), [
      'Warning SavepointError: Savepoint failed for savepointTriggerNonce: 1',
    ]],
    ['it is still pending', pending('savepoint'), pending('savepoint', 'MANUAL', { attempts: 9 }), []],
    ['none was pending', gone, after(), []],
    ['a savepoint is complete', pending('savepoint'), complete, []],
    ['a checkpoint is complete', pending('checkpoint'), complete, []],
    ['what is complete is a savepoint of the same moment, not the checkpoint', pending('checkpoint'), onlySavepoint, [
      'Warning CheckpointError: Checkpoint failed for checkpointTriggerNonce: 2',
    ]],
    [
      'what is complete is one that was asked for at another time',
      pending('savepoint'),
      after({ timeStamp: askedAt - 1, triggerType: 'MANUAL' }),
      ['Warning SavepointError: Savepoint failed for savepointTriggerNonce: 1'],
    ],
    [
      'what is complete is one of another kind of request (the savepoint of a stop)',
      pending('savepoint', 'PERIODIC'),
      after({ timeStamp: askedAt, triggerType: 'UPGRADE' }),
      ['Warning SavepointError: Periodic savepoint failed'],
    ],
  ])('%s', (_title, before, now, want) => {
    expect(reported(before, now)).toEqual(want)
  })

  test('P10 nothing is wanted: the nonce is not known', () => {
    expect(reported(pending('savepoint'), gone, { ...wants(1, 2), wanted: null })).toEqual([
      'Warning SavepointError: Savepoint failed for savepointTriggerNonce: null',
    ])
  })
  test('each failure counts: Kubernetes sums up those with the same text', () => {
    expect(snapshotEvents(pending('savepoint'), gone, wants(1, 2))).toMatchObject([{ component: 'Operator', key: null, repeat: 'Count' }])
  })
})

describe('B73 files of an old savepoint that could not be deleted', () => {
  test('are told by their path and the reason', () => {
    expect(notDisposed('s3://a', 'no')).toMatchObject({
      type: 'Warning',
      reason: 'SavepointError',
      message: 'Could not dispose of savepoint s3://a: no',
    })
  })
  test('P17 in no more than an event can hold', () => {
    const actions = redactActions([notDisposed('s3://a', 'x'.repeat(2_000))], [])
    expect(actions.map(action => (action._tag === 'EmitEvent' ? Buffer.byteLength(action.message) : 0))).toEqual([1_000])
  })
})
