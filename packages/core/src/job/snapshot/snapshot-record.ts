import type { Nonce } from '../../contract/resource/flink-deployment-spec.ts'
import type {
  SnapshotTriggerType,
  CheckpointInfo,
  CheckpointType,
  SavepointFormatType,
  SavepointInfo,
  SavepointRecord,
} from '../../contract/resource/job-status.ts'
import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import type { SnapshotKind } from './snapshot-due.ts'

/**
 * Result of the last snapshot, for users and metrics (control-flow.md, section 6.5). ABANDONED: the operator gave up.
 */
export type LastSnapshotStatus = 'PENDING' | 'SUCCEEDED' | 'ABANDONED'

export interface LastSnapshotInputs {
  readonly triggerId: string | null
  /** The trigger nonce of this kind in the spec, and in the last reconciled spec. */
  readonly nonce: Nonce | null
  readonly recordedNonce: Nonce | null
  readonly last: { readonly triggerType: SnapshotTriggerType | null; readonly triggerNonce: Nonce | null } | null
}

/**
 * Derives the result of the last snapshot; null: no snapshot was ever taken. Between two attempts at a manual snapshot no trigger id is
 * set, but the nonce shows that the user still wants it.
 */
export const lastSnapshotStatus = ({ triggerId, nonce, recordedNonce, last }: LastSnapshotInputs): LastSnapshotStatus | null => {
  if (triggerId !== null) return 'PENDING'
  if (nonce !== null && nonce !== recordedNonce) return 'PENDING'
  if (last === null || last.triggerType === null) return null
  return recordedNonce === last.triggerNonce || last.triggerType !== 'MANUAL' ? 'SUCCEEDED' : 'ABANDONED'
}

const notPending = { triggerId: null, triggerTimestamp: null, triggerType: null, formatType: null } as const

/** True while a snapshot that was triggered through the status has no outcome. */
export const isSnapshotPending = ({ triggerId }: SavepointInfo | CheckpointInfo): boolean => triggerId !== null && triggerId !== ''

/**
 * The status fields that the operator writes before it requests a savepoint. The operator generates the trigger id, so that it can query
 * the outcome even if Flink's response is lost (control-flow.md, sections 6.4 and 10).
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

/** The same for a checkpoint. */
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
 * Records a savepoint as the last one and appends it to the history, unless the last one already has its location (control-flow.md,
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
 * Records the pending savepoint as complete. The caller records the nonce of a manual savepoint as reconciled. `nonce`: the nonce in the
 * spec; recorded only for a manual savepoint.
 */
export const savepointCompleted = (info: SavepointInfo, location: string | null, nonce: Nonce | null): SavepointInfo =>
  withSavepoint(info, {
    timeStamp: info.triggerTimestamp ?? 0,
    location,
    triggerType: info.triggerType,
    formatType: info.formatType,
    triggerNonce: info.triggerType === 'MANUAL' ? nonce : null,
  })

/** Records the pending checkpoint as complete. Checkpoints have no history, because Flink itself retains them. */
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

/** Clears the pending fields, after a failure or because the job no longer runs. */
export const notTriggered = <Info extends SavepointInfo | CheckpointInfo>(info: Info): Info => ({ ...info, ...notPending })

const names: Readonly<Record<SnapshotKind, string>> = { savepoint: 'Savepoint', checkpoint: 'Checkpoint' }

/**
 * Text of the event `SavepointError` or `CheckpointError`. Call it before the pending fields are cleared. The reference operator clears
 * them first, and so names a nonce even for periodic snapshots (D-31).
 */
export const snapshotErrorText = (kind: SnapshotKind, triggerType: SnapshotTriggerType | null, nonce: Nonce | null): string =>
  triggerType === 'PERIODIC' ? `Periodic ${kind} failed` : `${names[kind]} failed for ${kind}TriggerNonce: ${nonce ?? 'null'}`

/**
 * True if the operator gives up after a failure and records the nonce as reconciled. Within the grace period after the trigger it retries.
 * If the job does not run, the caller gives up at once (control-flow.md, sections 6.4 and 6.5).
 */
export const isGivenUp = (triggerTimestamp: EpochMillis | null, gracePeriod: Millis, now: EpochMillis): boolean =>
  (triggerTimestamp ?? 0) + gracePeriod < now
