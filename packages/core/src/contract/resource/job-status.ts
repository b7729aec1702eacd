import type { JobState } from './job-state.ts'
import type { EpochMillis } from './time.ts'
import type { Nonce } from './flink-deployment-spec.ts'

/** Why a snapshot was taken. */
export type SnapshotTriggerType = 'MANUAL' | 'PERIODIC' | 'UPGRADE' | 'UNKNOWN'
/** As in the status of a job; `UNKNOWN` is what the reference operator writes if the type is unknown. */
export type SavepointFormatType = 'CANONICAL' | 'NATIVE' | 'UNKNOWN'
/** As in the status of a job; `UNKNOWN` is what the reference operator writes if the type is unknown. */
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

/** The last savepoint, the history of retained savepoints, and the last request. */
export interface SavepointInfo {
  readonly lastSavepoint: SavepointRecord | null
  /** Set while a requested savepoint is in progress. */
  readonly triggerId: string | null
  readonly triggerTimestamp: EpochMillis | null
  readonly triggerType: SnapshotTriggerType | null
  readonly formatType: SavepointFormatType | null
  /** Oldest first. */
  readonly savepointHistory: readonly SavepointRecord[]
  readonly lastPeriodicSavepointTimestamp: EpochMillis
}

/** The last manual or periodic checkpoint, and the last request. */
export interface CheckpointInfo {
  readonly lastCheckpoint: CheckpointRecord | null
  readonly triggerId: string | null
  readonly triggerTimestamp: EpochMillis | null
  readonly triggerType: SnapshotTriggerType | null
  readonly formatType: CheckpointType | null
  readonly lastPeriodicCheckpointTimestamp: EpochMillis
}

/** The job, as last observed. */
export interface JobStatus {
  readonly jobName: string | null
  readonly jobId: string | null
  readonly state: JobState | null
  /** Epoch milliseconds as text, as the reference operator writes them. */
  readonly startTime: string | null
  readonly updateTime: string | null
  /** The path for the next restore, or the marker `KUBERNETES_OPERATOR_LAST_STATE`: the state is in HA metadata. */
  readonly upgradeSavepointPath: string | null
  readonly savepointInfo: SavepointInfo
  readonly checkpointInfo: CheckpointInfo
}
