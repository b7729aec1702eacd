import type { JobLifecycleStatus, CheckpointInfo, SavepointInfo } from '../../contract/resource/job-status.ts'
import type { ManualSnapshot } from '../../contract/resource/operator-record.ts'
import type { JobSpec, Nonce } from '../../contract/resource/flink-deployment-spec.ts'
import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import type { ResourceOptions } from '../../options/resource-options.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import { checkpointCompleted, isSnapshotPending, notTriggered, savepointCompleted } from './snapshot-record.ts'
import { withJob, withRecord } from '../../contract/round/status-change.ts'

/** Savepoints come first, because they are what users request. */
export const snapshotKinds: readonly SnapshotKind[] = ['savepoint', 'checkpoint']

/** The status fields of one kind of snapshot. */
export const infoOf = ({ jobStatus }: JobLifecycleStatus, kind: SnapshotKind): SavepointInfo | CheckpointInfo =>
  kind === 'savepoint' ? jobStatus.savepointInfo : jobStatus.checkpointInfo

export const manualOf = ({ operatorRecord }: JobLifecycleStatus, kind: SnapshotKind): ManualSnapshot | null =>
  kind === 'savepoint' ? operatorRecord.manualSavepoint : operatorRecord.manualCheckpoint

export const withManual = <Status extends JobLifecycleStatus>(status: Status, kind: SnapshotKind, manual: ManualSnapshot | null): Status =>
  withRecord(status, kind === 'savepoint' ? { manualSavepoint: manual } : { manualCheckpoint: manual })

export const lastTriggerOf = ({ operatorRecord }: JobLifecycleStatus, kind: SnapshotKind): EpochMillis | null =>
  kind === 'savepoint' ? operatorRecord.lastPeriodicSavepointTrigger : operatorRecord.lastPeriodicCheckpointTrigger

export const withLastTrigger = <Status extends JobLifecycleStatus>(status: Status, kind: SnapshotKind, at: EpochMillis): Status =>
  withRecord(status, kind === 'savepoint' ? { lastPeriodicSavepointTrigger: at } : { lastPeriodicCheckpointTrigger: at })

/** `lastPeriodic…Timestamp`, a field of the reference operator. */
export const legacyTimestampOf = (
  { jobStatus: { savepointInfo, checkpointInfo } }: JobLifecycleStatus,
  kind: SnapshotKind,
): EpochMillis => kind === 'savepoint' ? savepointInfo.lastPeriodicSavepointTimestamp : checkpointInfo.lastPeriodicCheckpointTimestamp

export const isPending = (status: JobLifecycleStatus, kind: SnapshotKind): boolean => isSnapshotPending(infoOf(status, kind))

/** Clears the pending fields. */
export const withoutPending = <Status extends JobLifecycleStatus>(status: Status, kind: SnapshotKind): Status =>
  kind === 'savepoint'
    ? withJob(status, { savepointInfo: notTriggered(status.jobStatus.savepointInfo) })
    : withJob(status, { checkpointInfo: notTriggered(status.jobStatus.checkpointInfo) })

/** Records the pending snapshot as complete: it becomes the last one. */
export const withCompleted = <Status extends JobLifecycleStatus>(
  status: Status,
  kind: SnapshotKind,
  location: string | null,
  nonce: Nonce | null,
): Status =>
  kind === 'savepoint'
    ? withJob(status, { savepointInfo: savepointCompleted(status.jobStatus.savepointInfo, location, nonce) })
    : withJob(status, { checkpointInfo: checkpointCompleted(status.jobStatus.checkpointInfo, nonce) })

export const nonceOf = (
  job: JobSpec,
  kind: SnapshotKind,
): Nonce | null => (kind === 'savepoint' ? job.savepointTriggerNonce : job.checkpointTriggerNonce)

export const gracePeriodOf = (options: ResourceOptions, kind: SnapshotKind): Millis =>
  kind === 'savepoint' ? options.savepointTriggerGracePeriod : options.checkpointTriggerGracePeriod

export const periodicTextOf = (options: ResourceOptions, kind: SnapshotKind): string =>
  kind === 'savepoint' ? options.periodicSavepointInterval : options.periodicCheckpointInterval
