import type { EpochMillis } from './time.ts'
import type { Nonce } from './flink-deployment-spec.ts'
import type { Condition } from './condition.ts'
import type { Operation, UnreadableOperation } from './operation.ts'
import type { OperatorRecord } from './operator-record.ts'

/** Flink's job states, as REST and `status.jobStatus.state` spell them. RECONCILING in our status means: currently unknown. */
export const jobStates = [
  'INITIALIZING',
  'CREATED',
  'RUNNING',
  'FAILING',
  'FAILED',
  'CANCELLING',
  'CANCELED',
  'FINISHED',
  'RESTARTING',
  'SUSPENDED',
  'RECONCILING',
] as const

/** State of a job, as Flink spells it. */
export type JobState = (typeof jobStates)[number]

const terminal: Readonly<Record<JobState, boolean>> = {
  INITIALIZING: false,
  CREATED: false,
  RUNNING: false,
  FAILING: false,
  FAILED: true,
  CANCELLING: false,
  CANCELED: true,
  FINISHED: true,
  RESTARTING: false,
  SUSPENDED: false,
  RECONCILING: false,
}

/** Globally terminal: this run of the job will never be RUNNING again. SUSPENDED is not terminal. */
export const isTerminal = (state: JobState | null): boolean => state !== null && terminal[state]

const goingOn: Readonly<Record<JobState, boolean>> = {
  INITIALIZING: true,
  CREATED: true,
  RUNNING: true,
  FAILING: false,
  FAILED: false,
  CANCELLING: false,
  CANCELED: false,
  FINISHED: false,
  RESTARTING: true,
  SUSPENDED: true,
  RECONCILING: true,
}

/** True if the job runs, or Flink will make it run without intervention; an unknown state counts. False for a job that is ending. */
export const isGoingOn = (state: JobState): boolean => goingOn[state]

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

/** `status.lifecycleState` (control-flow.md, section 1.5). */
export type LifecycleState =
  | 'CREATED'
  | 'SUSPENDED'
  | 'UPGRADING'
  | 'DEPLOYED'
  | 'STABLE'
  | 'ROLLING_BACK'
  | 'ROLLED_BACK'
  | 'FAILED'
  | 'DELETING'
  | 'DELETED'

/** control-flow.md, section 1.4. */
export type ReconciliationState = 'UPGRADING' | 'DEPLOYED' | 'ROLLING_BACK' | 'ROLLED_BACK'

/** The last deployed spec, the last stable spec, and the reconciliation state. */
export interface ReconciliationStatus {
  readonly reconciliationTimestamp: EpochMillis
  /** JSON text (control-flow.md, section 1.2); decoded by `crd/recorded-spec.ts`. */
  readonly lastReconciledSpec: string | null
  readonly lastStableSpec: string | null
  readonly state: ReconciliationState
}

/** The part of a status that describes a job, wherever it runs. */
export interface JobLifecycleStatus {
  readonly jobStatus: JobStatus
  /** JSON text (control-flow.md, section 1.7). */
  readonly error: string | null
  readonly observedGeneration: number | null
  readonly lifecycleState: LifecycleState
  readonly reconciliationStatus: ReconciliationStatus
  readonly conditions: readonly Condition[]
  readonly operation: Operation | UnreadableOperation | null
  readonly operatorRecord: OperatorRecord
}

/** The job that a snapshot is taken of, in the same namespace. */
export interface JobReference {
  readonly kind: 'FlinkDeployment' | 'FlinkSessionJob' | null
  readonly name: string | null
}

/** The path of a FlinkStateSnapshot's job. */
export const jobReferencePath = ['spec', 'jobReference'] as const
