import type { JobState } from './job-state.ts'
import type { EpochMillis } from './time.ts'
import type { Nonce } from './flink-deployment-spec.ts'

/** Why a snapshot was taken. */
export type SnapshotTriggerType = 'MANUAL' | 'PERIODIC' | 'UPGRADE' | 'UNKNOWN'
/** As the status of a job names them; `UNKNOWN` is what the reference operator writes where nobody knows. */
export type SavepointFormatType = 'CANONICAL' | 'NATIVE' | 'UNKNOWN'
/** As the status of a job names them; `UNKNOWN` is what the reference operator writes where nobody knows. */
export type CheckpointType = 'FULL' | 'INCREMENTAL' | 'UNKNOWN'

/** One entry of the legacy savepoint history (api-and-config.md, section 5.3). */
export interface SavepointRecord {
  readonly timeStamp: EpochMillis
  readonly location: string | null
  readonly triggerType: SnapshotTriggerType | null
  readonly formatType: SavepointFormatType | null
  readonly triggerNonce: Nonce | null
}

/** One checkpoint in the status. */
export interface CheckpointRecord {
  readonly timeStamp: EpochMillis
  readonly triggerType: SnapshotTriggerType | null
  readonly formatType: CheckpointType | null
  readonly triggerNonce: Nonce | null
}

/** The last savepoint, the history of those that are kept, and what was asked for last. */
export interface SavepointInfo {
  readonly lastSavepoint: SavepointRecord | null
  /** Set while a savepoint that was asked for is under way. */
  readonly triggerId: string | null
  readonly triggerTimestamp: EpochMillis | null
  readonly triggerType: SnapshotTriggerType | null
  readonly formatType: SavepointFormatType | null
  /** Oldest first. */
  readonly savepointHistory: readonly SavepointRecord[]
  readonly lastPeriodicSavepointTimestamp: EpochMillis
}

/** The last checkpoint that was taken by hand or by a schedule, and what was asked for last. */
export interface CheckpointInfo {
  readonly lastCheckpoint: CheckpointRecord | null
  readonly triggerId: string | null
  readonly triggerTimestamp: EpochMillis | null
  readonly triggerType: SnapshotTriggerType | null
  readonly formatType: CheckpointType | null
  readonly lastPeriodicCheckpointTimestamp: EpochMillis
}

/** The job, as it was last seen. */
export interface JobStatus {
  readonly jobName: string | null
  readonly jobId: string | null
  readonly state: JobState | null
  /** Epoch milliseconds as text, as the reference operator writes them. */
  readonly startTime: string | null
  readonly updateTime: string | null
  /** The path to restore from next, or the marker `KUBERNETES_OPERATOR_LAST_STATE`: state is in HA metadata. */
  readonly upgradeSavepointPath: string | null
  readonly savepointInfo: SavepointInfo
  readonly checkpointInfo: CheckpointInfo
}
