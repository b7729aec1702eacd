import type { UnknownReason } from '../../src/fact/fact.ts'

/** What goes wrong with a look. `oldStatistics`: `/checkpoints` comes from Flink's cache as it was before (trap 1). */
export interface LookFaults {
  readonly rest: UnknownReason | null
  readonly kubernetes: UnknownReason | null
  readonly oldStatistics: boolean
  /** The watches are behind: they tell of the cluster as it was before its last change that was not ours. */
  readonly oldWatches: boolean
  /** Absent: ZooKeeper answers. */
  readonly zooKeeper?: UnknownReason
  /** A job is RUNNING as soon as it is scheduled, some time before its tasks are. Absent: they run with it. */
  readonly tasksDeploying?: true
}

/** Everything can be seen, as it is. */
export const noLookFaults: LookFaults = { rest: null, kubernetes: null, oldStatistics: false, oldWatches: false }
