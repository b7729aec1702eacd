import type { HaMetadata } from '../../fact/ha-metadata.ts'
import type { UpgradeMode } from '../../resource/flink-deployment-spec.ts'
import type { JobManagerDeploymentStatus } from '../../resource/cluster-status.ts'
import type { LastState } from '../../resource/last-state.ts'
import { isTerminal, type JobState } from '../../resource/job-state.ts'
import type { EpochMillis, Millis } from '../../resource/time.ts'

/** Latest completed and pending checkpoint of the running job, as far as it was looked at. Times in epoch milliseconds. */
export type CheckpointAge =
  | { readonly _tag: 'NotLooked' }
  | { readonly _tag: 'Unknown'; readonly reason: string }
  | {
    readonly _tag: 'Known'
    readonly lastCompleted: EpochMillis | null
    readonly pending: EpochMillis | null
    /** Does Flink show a state, restored or completed, with a path that outlives the JobManager? */
    readonly isRestorable: boolean
  }

/**
 * All that the available upgrade mode is decided by (control-flow.md, section 5). Feasibility is judged by what runs, not by the new spec
 * (B17).
 */
export interface UpgradeInputs {
  readonly now: EpochMillis
  /** `spec.job.upgradeMode` of the spec to deploy. */
  readonly requested: UpgradeMode
  readonly job: JobState | null
  readonly jobManager: JobManagerDeploymentStatus
  readonly jobStartTime: EpochMillis | null
  /** What the job, which ended, left; an older path would lose what came after it (B01). */
  readonly lastState: LastState
  /** What the deployed cluster was started from: all there is of a job whose JobManager never came up. */
  readonly startedFrom: LastState
  readonly haMetadata: HaMetadata
  /**
   * Does HA metadata hold a checkpoint, or the counter of checkpoints alone? `Unknown`: it holds neither. Then nobody can tell afterwards
   * whether the job had begun (P01).
   */
  readonly haCheckpoint: 'There' | 'NotYet' | 'Unknown'
  /** Has the wanted spec the HA service of the deployed one? A cluster reads HA metadata of its own service alone (F11). */
  readonly haOnInWanted: boolean
  readonly haOnInDeployed: boolean
  /** Differs `flinkVersion` of the wanted spec from the deployed one? HA metadata must not cross versions (B15). */
  readonly versionChanged: boolean
  /** Is a savepoint directory configured for the running cluster, newest spec included? */
  readonly savepointDirectorySet: boolean
  /** Does a cancelled job keep its last checkpoint outside the JobManager? (B23) */
  readonly checkpointsRetainedOnCancel: boolean
  readonly lastStateFallbackEnabled: boolean
  readonly jobCancelEnabled: boolean
  readonly maxCheckpointAge: Millis | null
  readonly checkpointAge: CheckpointAge
  /** The upgrade mode that was used for what is deployed. */
  readonly usedMode: UpgradeMode
  /**
   * Has the JobManager of this Deployment never been available? Then nothing ran in it (control-flow.md, section 5.6). Unknown counts as
   * no.
   */
  readonly jobManagerNeverStarted: boolean
  /** Does this Deployment look as if it never ran, while the record does not say that nothing ran in it (V01)? */
  readonly jobManagerMadeAnew: boolean
}

/** A stop or cancel can be sent: REST answers, and the job is known and not terminal (control-flow.md, section 1.9; P05). */
export const isCancellable = (i: UpgradeInputs): boolean =>
  i.jobManager === 'READY' && i.job !== null && i.job !== 'RECONCILING' && !isTerminal(i.job)
