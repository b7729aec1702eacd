import type { Nonce } from '../../resource/flink-deployment-spec.ts'
import type {
  CheckpointInfo,
  CheckpointType,
  SavepointFormatType,
  SavepointInfo,
  SavepointRecord,
  SnapshotTriggerType,
} from '../../resource/job-status.ts'
import type { EpochMillis, Millis } from '../../resource/time.ts'
import type { SnapshotKind } from './snapshot-due.ts'

const notPending = { triggerId: null, triggerTimestamp: null, triggerType: null, formatType: null } as const

/** One that was asked for through the status is not done. */
export const isSnapshotPending = ({ triggerId }: SavepointInfo | CheckpointInfo): boolean => triggerId !== null && triggerId !== ''

/**
 * What is written before a savepoint is asked for: the trigger id is ours, so that a lost answer can be asked about (control-flow.md,
 * sections 6.4 and 10).
 */
export const savepointTriggered = (
  info: SavepointInfo,
  trigger: {
    readonly triggerId: string
    readonly triggerType: SnapshotTriggerType
    readonly formatType: SavepointFormatType
    readonly now: EpochMillis
  },
): SavepointInfo => ({
  ...info,
  triggerId: trigger.triggerId,
  triggerTimestamp: trigger.now,
  triggerType: trigger.triggerType,
  formatType: trigger.formatType,
})

export const checkpointTriggered = (
  info: CheckpointInfo,
  trigger: {
    readonly triggerId: string
    readonly triggerType: SnapshotTriggerType
    readonly formatType: CheckpointType
    readonly now: EpochMillis
  },
): CheckpointInfo => ({
  ...info,
  triggerId: trigger.triggerId,
  triggerTimestamp: trigger.now,
  triggerType: trigger.triggerType,
  formatType: trigger.formatType,
})

/**
 * A savepoint that was taken becomes the last one and ends the history, unless the last one has its location already (control-flow.md,
 * section 6.4).
 */
export const withSavepoint = (info: SavepointInfo, savepoint: SavepointRecord): SavepointInfo =>
  info.lastSavepoint !== null && info.lastSavepoint.location === savepoint.location
    ? { ...info, ...notPending }
    : {
      ...info,
      ...notPending,
      lastSavepoint: savepoint,
      savepointHistory: [...info.savepointHistory, savepoint],
      lastPeriodicSavepointTimestamp: savepoint.triggerType === 'PERIODIC' ? savepoint.timeStamp : info.lastPeriodicSavepointTimestamp,
    }

/**
 * The pending savepoint is complete. The caller records the nonce of a manual one as reconciled. `nonce`: that of the spec; kept for a
 * manual one.
 */
export const savepointCompleted = (info: SavepointInfo, location: string | null, nonce: Nonce | null): SavepointInfo =>
  withSavepoint(info, {
    timeStamp: info.triggerTimestamp ?? 0,
    location,
    triggerType: info.triggerType,
    formatType: info.formatType,
    triggerNonce: info.triggerType === 'MANUAL' ? nonce : null,
  })

/** The pending checkpoint is complete. There is no history: Flink itself keeps checkpoints. */
export const checkpointCompleted = (info: CheckpointInfo, nonce: Nonce | null): CheckpointInfo => ({
  ...info,
  ...notPending,
  lastCheckpoint: {
    timeStamp: info.triggerTimestamp ?? 0,
    triggerType: info.triggerType,
    formatType: info.formatType,
    triggerNonce: info.triggerType === 'MANUAL' ? nonce : null,
  },
  lastPeriodicCheckpointTimestamp: info.triggerType === 'PERIODIC' ? (info.triggerTimestamp ?? 0) : info.lastPeriodicCheckpointTimestamp,
})

/** The pending fields cleared: after a failure, or because the job is not running any more. */
export const notTriggered = <Info extends SavepointInfo | CheckpointInfo>(info: Info): Info => ({ ...info, ...notPending })

const names: Readonly<Record<SnapshotKind, string>> = { savepoint: 'Savepoint', checkpoint: 'Checkpoint' }

/**
 * Text of the event `SavepointError` or `CheckpointError`. To be formed before the pending fields are cleared: the reference clears first,
 * and then names a nonce for periodic ones too (D-31).
 */
export const snapshotErrorText = (kind: SnapshotKind, triggerType: SnapshotTriggerType | null, nonce: Nonce | null): string =>
  triggerType === 'PERIODIC' ? `Periodic ${kind} failed` : `${names[kind]} failed for ${kind}TriggerNonce: ${nonce ?? 'null'}`

/**
 * After a failure: is it given up, so that the nonce counts as done, or tried again? Within the grace period after the trigger it is tried
 * again. A job that is not running gives up at once (control-flow.md, sections 6.4 and 6.5).
 */
export const isGivenUp = (triggerTimestamp: EpochMillis | null, gracePeriod: Millis, now: EpochMillis): boolean =>
  (triggerTimestamp ?? 0) + gracePeriod < now
