import type { UnknownReason } from '@flink-operator/core/fact'

/** The faults of a query. `oldStatistics`: Flink's cache answers `/checkpoints` with the previous statistics (trap 1). */
export interface LookFaults {
  readonly rest: UnknownReason | null
  readonly kubernetes: UnknownReason | null
  readonly oldStatistics: boolean
  /** The watches lag: they show the cluster as it was before its last change that our operator did not make. */
  readonly oldWatches: boolean
  /** Absent: ZooKeeper answers. */
  readonly zooKeeper?: UnknownReason
  /** A job is RUNNING as soon as it is scheduled, some time before its tasks are. Absent: the tasks run at once. */
  readonly tasksDeploying?: true
}

/** Every query answers, with the present state. */
export const noLookFaults: LookFaults = { rest: null, kubernetes: null, oldStatistics: false, oldWatches: false }
