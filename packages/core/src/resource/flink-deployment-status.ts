import type { Condition } from './condition.ts'
import type { JobState } from './job-state.ts'
import type { LifecycleState } from './lifecycle-state.ts'
import type { LastState } from './last-state.ts'
import type { Incarnation, Operation, RestoreSource, UnreadableOperation } from './operation.ts'
import type { EpochMillis } from './time.ts'
import type { JsonObject } from './json.ts'
import type { Nonce, UpgradeMode } from './flink-deployment-spec.ts'

export type SnapshotTriggerType = 'MANUAL' | 'PERIODIC' | 'UPGRADE' | 'UNKNOWN'
export type SavepointFormatType = 'CANONICAL' | 'NATIVE' | 'UNKNOWN'
export type CheckpointType = 'FULL' | 'INCREMENTAL' | 'UNKNOWN'

/** One entry of the legacy savepoint history (api-and-config.md, section 5.3). */
export interface SavepointRecord {
  readonly timeStamp: EpochMillis
  readonly location: string | null
  readonly triggerType: SnapshotTriggerType | null
  readonly formatType: SavepointFormatType | null
  readonly triggerNonce: Nonce | null
}

export interface CheckpointRecord {
  readonly timeStamp: EpochMillis
  readonly triggerType: SnapshotTriggerType | null
  readonly formatType: CheckpointType | null
  readonly triggerNonce: Nonce | null
}

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

export interface CheckpointInfo {
  readonly lastCheckpoint: CheckpointRecord | null
  readonly triggerId: string | null
  readonly triggerTimestamp: EpochMillis | null
  readonly triggerType: SnapshotTriggerType | null
  readonly formatType: CheckpointType | null
  readonly lastPeriodicCheckpointTimestamp: EpochMillis
}

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

/** control-flow.md, section 1.4. */
export type ReconciliationState = 'UPGRADING' | 'DEPLOYED' | 'ROLLING_BACK' | 'ROLLED_BACK'

export interface ReconciliationStatus {
  readonly reconciliationTimestamp: EpochMillis
  /** JSON text (control-flow.md, section 1.2); decoded by `codec/recorded-spec`. */
  readonly lastReconciledSpec: string | null
  readonly lastStableSpec: string | null
  readonly state: ReconciliationState
}

/** control-flow.md, section 3.4. */
export type JobManagerDeploymentStatus = 'READY' | 'DEPLOYED_NOT_READY' | 'DEPLOYING' | 'MISSING' | 'ERROR'

/** A snapshot that a trigger nonce asked for. A failed attempt is repeated for the grace period after `askedAt`; then the nonce counts as done. */
export interface ManualSnapshot {
  /** That of the spec when it was asked for: an edit meanwhile asks for another one. */
  readonly nonce: Nonce
  readonly askedAt: EpochMillis
  /** After a failed attempt: not before this moment is it tried again. */
  readonly retryAt: EpochMillis | null
}

/** What our operator keeps beside the reference operator's fields. The reference ignores it; a status without it decodes to `initialOperatorRecord`. */
export interface OperatorRecord {
  /** Attempts begun so far; the next operation gets `attempts + 1`. Never falls. */
  readonly attempts: number
  /** The attempt whose objects are deployed; null where the reference operator deployed. */
  readonly deployedAttempt: string | null
  /** What the deployed cluster was started from: where it goes on from while its HA metadata holds no checkpoint yet (B07). Null: deployed by another operator. */
  readonly deployedSource: RestoreSource | null
  /** Since when the job of `jobStatus.jobId` is known to be terminal or suspended. */
  readonly terminalSince: EpochMillis | null
  /** When the running job, reachable JobManager and all, was first missed in `incarnation`: absence needs two looks (design.md, section 3). */
  readonly jobMissedSince: EpochMillis | null
  /** Since when what an edit that only scales needs to see could not be read: it is waited for, but not for ever (B101). */
  readonly scalingBlindSince: EpochMillis | null
  /** Since when Flink's REST does not answer, while Kubernetes shows a JobManager that is available (F16). */
  readonly restMissedSince: EpochMillis | null
  /** Since when the deletion of the resource waits for a savepoint, by an operator's clock: the API server's may differ (F15). */
  readonly deletingSince: EpochMillis | null
  /** When a mount or image problem of the JobManager pod was first seen: only a lasting one is an error (L4). */
  readonly podTroubleSince: EpochMillis | null
  readonly incarnation: Incarnation | null
  /** What the next start of the job goes on from, as far as it was proved; `Unknown` while it runs. */
  readonly lastState: LastState
  /** The upgradeMode of the last valid spec that was recorded: that in the record is the one that was used. */
  readonly askedMode: UpgradeMode | null
  /** Not before this moment is a failed operation tried again. */
  readonly retryAt: EpochMillis | null
  /** Next due times of periodic snapshots survive a restart (D-30). */
  readonly lastPeriodicSavepointTrigger: EpochMillis | null
  readonly lastPeriodicCheckpointTrigger: EpochMillis | null
  /** The request by trigger nonce that is being worked on, over all its attempts (B77). */
  readonly manualSavepoint: ManualSnapshot | null
  readonly manualCheckpoint: ManualSnapshot | null
  /** Until when the job was seen RUNNING without interruption (stability window, D-17). */
  readonly runningSince: EpochMillis | null
  /** Who owns `status.error` (P16): cleared by its owner alone. */
  readonly errorOwner: string | null
}


/** `status` of a FlinkDeployment in the reference operator's JSON form (control-flow.md, section 1.1), with our record beside it. */
export interface FlinkDeploymentStatus {
  readonly jobStatus: JobStatus
  /** JSON text (control-flow.md, section 1.7). */
  readonly error: string | null
  readonly observedGeneration: number | null
  readonly lifecycleState: LifecycleState
  readonly clusterInfo: Readonly<Record<string, string>>
  readonly jobManagerDeploymentStatus: JobManagerDeploymentStatus
  readonly reconciliationStatus: ReconciliationStatus
  readonly taskManager: { readonly labelSelector: string; readonly replicas: number } | null
  readonly conditions: readonly Condition[]
  readonly operation: Operation | UnreadableOperation | null
  readonly operatorRecord: OperatorRecord
}

/** Fields of the status that this version does not know; they survive our writes. */
export type UnknownStatusFields = JsonObject
