import type { LastState } from './last-state.ts'
import type { Incarnation, DeploySource } from './operation.ts'
import type { EpochMillis } from './time.ts'
import type { Nonce, UpgradeMode } from './flink-deployment-spec.ts'

/**
 * A snapshot that a trigger nonce requested. A failed attempt is repeated for the grace period after `askedAt`; then the nonce counts as
 * done.
 */
export interface ManualSnapshot {
  /** The spec's nonce at the time of the request: an edit meanwhile requests another snapshot. */
  readonly nonce: Nonce
  readonly askedAt: EpochMillis
  /** After a failed attempt: the earliest time of the next one. */
  readonly retryAt: EpochMillis | null
}

/**
 * A job whose id another operator chose, and the resource that it was observed to belong to: a copied status belongs to another resource.
 */
export interface AdoptedJob {
  readonly jobId: string
  /** Uid of the resource. */
  readonly uid: string
}

/**
 * A scaling in place that Flink, or Kubernetes for a standalone cluster, may have been asked for. It is recorded before the request is
 * sent: if what asked for it is lost or taken back meanwhile, the operator still knows how the job may run.
 */
export interface RequestedScaling {
  /** The parallelism of single vertices, as text of Flink's option. Null: none was asked for. */
  readonly overrides: string | null
  /** The parallelism of the vertices that follow the job's. Null: it was not to change. */
  readonly parallelism: number | null
  /** The replicas that the TaskManager Deployment of a standalone cluster was to have. Null: they were not to change. */
  readonly taskManagers: number | null
  /** The last time at which it was about to be sent. */
  readonly sentAt: EpochMillis
}

/**
 * Our operator's own record beside the reference operator's fields. The reference operator ignores it. A status without it decodes to
 * `initialOperatorRecord`.
 */
export interface OperatorRecord {
  /** Attempts begun so far; the next operation gets `attempts + 1`. Never falls. */
  readonly attempts: number
  /** The attempt whose objects are deployed. Null: the reference operator deployed them. */
  readonly deployedAttempt: string | null
  /**
   * The state that the deployed cluster was started from. The job continues from it while its HA metadata holds no checkpoint yet (B07).
   * Null: deployed by another operator.
   */
  readonly deployedSource: DeploySource | null
  /**
   * Uid of the attempt's JobManager Deployment, recorded before its pods could start, and kept until it is observed to run. As long as it
   * never ran, the next start may use the same start state. That needs a positive record, because a recreated Deployment looks as if it
   * never ran. Null: it ran, or that is unknown.
   */
  readonly unstartedDeployment: string | null
  /** Since when the job of `jobStatus.jobId` is known to be terminal or suspended. */
  readonly terminalSince: EpochMillis | null
  /**
   * When the running job was first missing in `incarnation` although the JobManager answered: absence needs two queries (design.md, section
   * 3).
   */
  readonly jobMissedSince: EpochMillis | null
  /** Since when the facts that an edit of parallelism needs can't be read: the operator waits for them, but not for ever (B101). */
  readonly scalingBlindSince: EpochMillis | null
  /** The scaling in place that was sent, and not yet observed. Null: none is under way. */
  readonly requestedScaling: RequestedScaling | null
  /** Since when Flink's REST API does not answer although Kubernetes shows an available JobManager (F16). */
  readonly restMissedSince: EpochMillis | null
  /** Since when the JobManager of the deployed cluster is starting, not ready, or in error. Null: it is READY or missing. */
  readonly jobManagerDownSince: EpochMillis | null
  /** Since when the deletion of the resource waits for a savepoint, by an operator's clock: the API server's may differ (F15). */
  readonly deletingSince: EpochMillis | null
  /** When a mount or image problem of the JobManager pod was first observed: only a lasting one is an error (L4). */
  readonly podTroubleSince: EpochMillis | null
  readonly incarnation: Incarnation | null
  /**
   * The job of `jobStatus.jobId`, if its id does not identify its resource and the operator observed that no other resource owns it (row
   * others-job).
   */
  readonly adoptedJob: AdoptedJob | null
  /** The state to restore the job from, as far as proved; `Unknown` while it runs. */
  readonly lastState: LastState
  /** The upgradeMode of the last valid recorded spec. The mode in the record is the one that was used. */
  readonly askedMode: UpgradeMode | null
  /** The earliest time at which a failed operation is retried. */
  readonly retryAt: EpochMillis | null
  /** Next due times of periodic snapshots survive a restart (D-30). */
  readonly lastPeriodicSavepointTrigger: EpochMillis | null
  readonly lastPeriodicCheckpointTrigger: EpochMillis | null
  /** The nonce request in progress, over all its attempts (B77). */
  readonly manualSavepoint: ManualSnapshot | null
  readonly manualCheckpoint: ManualSnapshot | null
  /** Since when the job has been observed RUNNING without interruption (stability window, D-17). */
  readonly runningSince: EpochMillis | null
  /** The owner of `status.error` (P16): only it clears the error. */
  readonly errorOwner: string | null
}
