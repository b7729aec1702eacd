import type { JobSpec, UpgradeMode } from '../../contract/resource/flink-deployment-spec.ts'
import type { HaMetadata } from '../../contract/fact/zookeeper-ha-view.ts'
import type { JobManagerDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { LastState } from '../../contract/resource/last-state.ts'
import { isTerminal, type JobState } from '../../contract/resource/job-status.ts'
import type { EpochMillis, Millis } from '../../contract/resource/time.ts'

/** The spec with another upgrade mode. */
export const withMode = <Spec, Configured extends { readonly job: JobSpec; readonly spec: Spec }>(
  target: Configured,
  upgradeMode: UpgradeMode,
): Configured => {
  const job = { ...target.job, upgradeMode }
  return { ...target, job, spec: { ...target.spec, job } }
}

/** The latest completed and pending checkpoint of the running job, as far as queried. Times in epoch milliseconds. */
export type CheckpointAge =
  | { readonly _tag: 'NotLooked' }
  | { readonly _tag: 'Unknown'; readonly reason: string }
  | {
    readonly _tag: 'Known'
    readonly lastCompleted: EpochMillis | null
    readonly pending: EpochMillis | null
    /** True if Flink shows a restored or completed state whose path outlives the JobManager. */
    readonly isRestorable: boolean
  }

/**
 * The inputs for choosing the upgrade mode (control-flow.md, section 5). The running spec decides what is feasible, not the new one (B17).
 */
export interface UpgradeInputs {
  readonly now: EpochMillis
  /** `spec.job.upgradeMode` of the spec to deploy. */
  readonly requested: UpgradeMode
  readonly job: JobState | null
  readonly jobManager: JobManagerDeploymentStatus
  readonly jobStartTime: EpochMillis | null
  /** The last state of a job that ended. An older path would lose what came after it (B01). */
  readonly lastState: LastState
  /** The state that the deployed cluster was started from. It is the only state of a job whose JobManager never started. */
  readonly startedFrom: LastState
  readonly haMetadata: HaMetadata
  /**
   * Whether HA metadata holds a checkpoint, or only the checkpoint counter. `Unknown`: it holds neither, so that nobody can say afterwards
   * whether the job had begun (P01).
   */
  readonly haCheckpoint: 'There' | 'NotYet' | 'Unknown'
  /** True if the desired spec has the HA service of the deployed one. A cluster reads only the HA metadata of its own service (F11). */
  readonly haOnInWanted: boolean
  readonly haOnInDeployed: boolean
  /** True if the desired spec changes `flinkVersion`. HA metadata must not cross versions (B15). */
  readonly versionChanged: boolean
  /** True if a savepoint directory is configured for the running cluster, newest spec included. */
  readonly savepointDirectorySet: boolean
  /** True if a cancelled job keeps its last checkpoint outside the JobManager (B23). */
  readonly checkpointsRetainedOnCancel: boolean
  readonly lastStateFallbackEnabled: boolean
  readonly jobCancelEnabled: boolean
  readonly maxCheckpointAge: Millis | null
  readonly checkpointAge: CheckpointAge
  /** The upgrade mode of the deployed job's start. */
  readonly usedMode: UpgradeMode
  /**
   * True if the JobManager of this Deployment was never available, so that no job ran in it (control-flow.md, section 5.6). False if that
   * is unknown.
   */
  readonly jobManagerNeverStarted: boolean
  /** True if this Deployment seems never to have run, but the record does not confirm that no job ran in it (V01). */
  readonly jobManagerRecreated: boolean
}

/** True if a stop or cancel can be sent: REST answers, and the job is known and not terminal (control-flow.md, section 1.9; P05). */
export const isCancellable = (i: UpgradeInputs): boolean =>
  i.jobManager === 'READY' && i.job !== null && i.job !== 'RECONCILING' && !isTerminal(i.job)
