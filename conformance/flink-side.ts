import type { Fact, Query, RestEndpoint } from '@flink-operator/core'
import type { FlinkAction } from '@flink-operator/core/action'
import type { JobState } from '@flink-operator/core/resource'
import type { Answer } from './side.ts'

export type OperationQuery = Extract<Query, { readonly _tag: 'GetSavepointOperation' | 'GetCheckpointOperation' }>

/** A Flink cluster with one job that runs and has a checkpoint: simulated, or real behind the operator's own adapter. */
export interface FlinkSide {
  readonly jobId: string
  readonly endpoint: RestEndpoint
  readonly perform: (action: FlinkAction) => Promise<Answer>
  readonly ask: (query: Query) => Promise<Fact<unknown>>
  /** The same within the lifetime of Flink's cache: the real one answers from it, the simulated one is told to. */
  readonly askCached: (query: Query) => Promise<Fact<unknown>>
  /** The operation once it is not in progress any more. */
  readonly operation: (query: OperationQuery) => Promise<Fact<unknown>>
  /** Waits for a state of the job, and answers the one that came. */
  readonly state: (wanted: JobState) => Promise<JobState | null>
  /** Lets so much time pass that caches are fresh. */
  readonly age: (millis: number) => Promise<void>
  /** Savepoints take seconds from now on. */
  readonly slowSnapshots: () => Promise<void>
  /**
   * Waits until the first task has answered the savepoint that is being taken: from then on a job that was told to stop can't simply run
   * on.
   */
  readonly savepointUnderWay: () => Promise<void>
}
