import type { LastState } from './last-state.ts'
import type { Incarnation, DeploySource } from './operation.ts'
import type { EpochMillis } from './time.ts'
import type { Nonce, UpgradeMode } from './flink-deployment-spec.ts'

/**
 * A snapshot that a trigger nonce asked for. A failed attempt is repeated for the grace period after `askedAt`; then the nonce counts as
 * done.
 */
export interface ManualSnapshot {
  /** That of the spec when it was asked for: an edit meanwhile asks for another one. */
  readonly nonce: Nonce
  readonly askedAt: EpochMillis
  /** After a failed attempt: not before this moment is it tried again. */
  readonly retryAt: EpochMillis | null
}

/** A job whose id another operator chose, and the resource that it was seen to belong to: a copy of the status is of another resource. */
export interface AdoptedJob {
  readonly jobId: string
  /** Uid of the resource. */
  readonly uid: string
}

/**
 * What our operator keeps beside the reference operator's fields. The reference ignores it; a status without it decodes to
 * `initialOperatorRecord`.
 */
export interface OperatorRecord {
  /** Attempts begun so far; the next operation gets `attempts + 1`. Never falls. */
  readonly attempts: number
  /** The attempt whose objects are deployed; null where the reference operator deployed. */
  readonly deployedAttempt: string | null
  /**
   * What the deployed cluster was started from: where it goes on from while its HA metadata holds no checkpoint yet (B07). Null: deployed
   * by another operator.
   */
  readonly deployedSource: DeploySource | null
  /**
   * Uid of the JobManager Deployment of the attempt, recorded before its pods could start, as long as nothing was seen to run in it. The
   * next start may begin where this one was to begin, so a positive record has to say so: a Deployment that somebody made anew looks as if
   * it never ran. Null: something ran, or it is not known.
   */
  readonly unstartedDeployment: string | null
  /** Since when the job of `jobStatus.jobId` is known to be terminal or suspended. */
  readonly terminalSince: EpochMillis | null
  /**
   * When the running job, reachable JobManager and all, was first missed in `incarnation`: absence needs two looks (design.md, section 3).
   */
  readonly jobMissedSince: EpochMillis | null
  /** Since when what an edit that only scales needs to see could not be read: it is waited for, but not for ever (B101). */
  readonly scalingBlindSince: EpochMillis | null
  /** Since when Flink's REST does not answer, while Kubernetes shows a JobManager that is available (F16). */
  readonly restMissedSince: EpochMillis | null
  /** Since when the JobManager of the deployed cluster is on its way, not ready, or in error; null: it is READY or missing. */
  readonly jobManagerDownSince: EpochMillis | null
  /** Since when the deletion of the resource waits for a savepoint, by an operator's clock: the API server's may differ (F15). */
  readonly deletingSince: EpochMillis | null
  /** When a mount or image problem of the JobManager pod was first seen: only a lasting one is an error (L4). */
  readonly podTroubleSince: EpochMillis | null
  readonly incarnation: Incarnation | null
  /** The job of `jobStatus.jobId`, where its id does not tell whose it is and it was seen to be nobody else's (row Q39). */
  readonly adoptedJob: AdoptedJob | null
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
