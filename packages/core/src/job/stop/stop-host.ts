import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { Query } from '../../contract/query/query.ts'
import type { OperationPurpose, SuspendOperation } from '../../contract/resource/operation.ts'
import type { SuspendMode } from '../../contract/resource/suspend-mode.ts'
import type { Decision } from '../../contract/round/decision.ts'
import type { JobTypes, RoundOf } from '../job-situation.ts'
import type { UpgradeAnswer } from '../upgrade/upgrade-answer.ts'

/** The state to restore from after a stop. `Recorded`: the state that was read from the terminal job. */
export type SuspendedState =
  | { readonly _tag: 'Path'; readonly path: string }
  | { readonly _tag: 'Recorded' }
  | { readonly _tag: 'HaMetadata' }
  /** The JobManager never ran the job: the state is what the job was started from. */
  | { readonly _tag: 'NeverCameUp' }
  | { readonly _tag: 'None' }

/** The job does not run any more, with the state that was found. */
export interface Ended {
  readonly _tag: 'Ended'
  readonly operation: SuspendOperation
  readonly state: SuspendedState
}

export const ended = (operation: SuspendOperation, state: SuspendedState): Ended => ({ _tag: 'Ended', operation, state })

/** The next step of a stop. */
type Next<Job extends JobTypes> = Decision<Job['status']> | Ended

/** Hooks that differ between a job with its own cluster, which is deleted after the stop, and a job in a session cluster, which stays. */
export interface StopHost<Job extends JobTypes> {
  /** What to do before or instead of a request to Flink. Null: nothing. */
  readonly instead: (
    round: Job['round'],
    answer: Extract<UpgradeAnswer, { readonly _tag: 'Available' }>,
    purpose: OperationPurpose,
    announce: readonly EmitEvent[],
  ) => Decision<Job['status']> | null
  /**
   * True if the JobManager never started, so that there is no job to cancel. Its Deployment is then deleted only if it is unchanged since
   * it was observed.
   */
  readonly isNeverStarted: (round: Job['round']) => boolean
  /** Queries before the stop begins. */
  readonly queries: (round: Job['round'], mode: SuspendMode) => readonly Query[]
  /** The first step of the stop. `TearDown`: the stop needs no request to Flink. */
  readonly firstStep: (round: Job['round'], mode: SuspendMode) => SuspendOperation['step']
  /** The status while a job is cancelled without keeping its state. `isSeen`: Flink lists the job. */
  readonly cancelling: (status: Job['status'], isSeen: boolean) => Job['status']
  /** Live queries that show whether the JobManager instance is still the same. */
  readonly incarnationQueries: (round: Job['round']) => readonly Query[]
  /** True if these queries were answered. */
  readonly isIncarnationSeen: (round: Job['round']) => boolean
  /** The decision if REST does not answer. Null: the JobManager exists, and the operator waits for it. */
  readonly late: (round: RoundOf<Job>, operation: SuspendOperation) => Decision<Job['status']> | null
  /** The next step for a job that is cancelled without its state. */
  readonly cancelled: (round: RoundOf<Job>, operation: SuspendOperation) => Next<Job>
  /** The next step of deleting the job with its cluster. Null: the cluster stays, and the operator asks Flink to stop the job. */
  readonly tearingDown: (round: RoundOf<Job>, operation: SuspendOperation) => Next<Job> | null
  /**
   * The decision while the savepoint is complete but the job has not ended, so that no other job may be started. Null: it has ended, or its
   * cluster will be deleted with it.
   */
  readonly stillEnding: (round: RoundOf<Job>, operation: SuspendOperation) => Decision<Job['status']> | null
  /** The status after the cluster was deleted with the job. */
  readonly clusterGone: (status: Job['status']) => Job['status']
  /** The status when the recorded job does not run. */
  readonly nothingRuns: (round: Job['round'], status: Job['status']) => Job['status']
  /** The decision after the stop if the resource is being deleted. */
  readonly deleting: (round: Job['round'], status: Job['status'], operation: SuspendOperation) => Decision<Job['status']>
}
