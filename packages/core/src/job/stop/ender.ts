import type { Query } from '../../query/query.ts'
import type { SuspendOperation } from '../../resource/operation.ts'
import type { Decision } from '../../round/decision.ts'

/** What was found to go on from. `Recorded`: what was read from the terminal job. */
export type SuspendedState =
  | { readonly _tag: 'Path'; readonly path: string }
  | { readonly _tag: 'Recorded' }
  | { readonly _tag: 'HaMetadata' }
  /** Its JobManager ran nothing: what it was started from. */
  | { readonly _tag: 'NeverCameUp' }
  | { readonly _tag: 'None' }

/**
 * What a stop asks of whoever knows where the job runs, and what comes after it: an application takes its cluster down, a job of a session
 * cluster leaves the cluster to the others. Made by the kind for one round.
 */
export interface Ender<Status> {
  /** What tells whether it is still the same JobManager, looked at live. */
  readonly incarnationQueries: readonly Query[]
  /** Was enough of it seen to tell? */
  readonly isIncarnationSeen: boolean
  /** REST does not answer: what the host tells of its JobManager; null: it is there, and is waited for. */
  readonly late: (operation: SuspendOperation) => Decision<Status> | null
  /** The job is stopped, and this was found. */
  readonly finish: (operation: SuspendOperation, state: SuspendedState) => Decision<Status>
}
