import type { EmitEvent } from '../../action/emit-event.ts'
import type { Query } from '../../query/query.ts'
import type { OperationPurpose, SuspendOperation } from '../../resource/operation.ts'
import type { SuspendMode } from '../../resource/suspend-mode.ts'
import type { Decision } from '../../round/decision.ts'
import type { JobTypes, RoundOf } from '../job-situation.ts'
import type { UpgradeAnswer } from '../upgrade/upgrade-answer.ts'

/** What was found to go on from. `Recorded`: what was read from the terminal job. */
export type SuspendedState =
  | { readonly _tag: 'Path'; readonly path: string }
  | { readonly _tag: 'Recorded' }
  | { readonly _tag: 'HaMetadata' }
  /** Its JobManager ran nothing: what it was started from. */
  | { readonly _tag: 'NeverCameUp' }
  | { readonly _tag: 'None' }

/** The job does not run any more, and this was found of its state. */
export interface Ended {
  readonly _tag: 'Ended'
  readonly operation: SuspendOperation
  readonly state: SuspendedState
}

export const ended = (operation: SuspendOperation, state: SuspendedState): Ended => ({ _tag: 'Ended', operation, state })

/** What comes next of a stop. */
type Next<Job extends JobTypes> = Decision<Job['status']> | Ended

/**
 * What only where the job runs can tell of its stop: an application takes its cluster down, one of a session cluster leaves it to
 * the others.
 */
export interface StopHost<Job extends JobTypes> {
  /** What is done instead of asking Flink, or waited for before; null: nothing. */
  readonly instead: (
    round: Job['round'],
    answer: Extract<UpgradeAnswer, { readonly _tag: 'Available' }>,
    purpose: OperationPurpose,
    announce: readonly EmitEvent[],
  ) => Decision<Job['status']> | null
  /** Its JobManager never started, and nothing is cancelled in it: it goes only as it was seen. */
  readonly isNeverStarted: (round: Job['round']) => boolean
  /** The looks of a stop before it begins. */
  readonly queries: (round: Job['round'], mode: SuspendMode) => readonly Query[]
  /** `TearDown`: nothing is asked of Flink. */
  readonly firstStep: (round: Job['round'], mode: SuspendMode) => SuspendOperation['step']
  /** What is told while a job is cancelled whose state is not kept. `isSeen`: it is listed. */
  readonly cancelling: (status: Job['status'], isSeen: boolean) => Job['status']
  /** What tells whether it is still the same JobManager, looked at live. */
  readonly incarnationQueries: (round: Job['round']) => readonly Query[]
  /** Was enough of it seen to tell? */
  readonly isIncarnationSeen: (round: Job['round']) => boolean
  /** REST does not answer: what the host tells of its JobManager; null: it is there, and is waited for. */
  readonly late: (round: RoundOf<Job>, operation: SuspendOperation) => Decision<Job['status']> | null
  /** What comes of a job that is only cancelled. */
  readonly cancelled: (round: RoundOf<Job>, operation: SuspendOperation) => Next<Job>
  /** The job ends with its cluster, which is taken away; null: its cluster stays, and Flink is asked. */
  readonly tearingDown: (round: RoundOf<Job>, operation: SuspendOperation) => Next<Job> | null
  /** Its savepoint is complete, and it has not ended, beside which nothing can be started; null: it has, or it goes with its cluster. */
  readonly stillEnding: (round: RoundOf<Job>, operation: SuspendOperation) => Decision<Job['status']> | null
  /** The cluster went with the job. */
  readonly clusterGone: (status: Job['status']) => Job['status']
  /** Nothing of what is recorded runs. */
  readonly nothingRuns: (round: Job['round'], status: Job['status']) => Job['status']
  /** The resource is being deleted: what is left to be done. */
  readonly deleting: (round: Job['round'], status: Job['status'], operation: SuspendOperation) => Decision<Job['status']>
}
