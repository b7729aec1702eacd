import type { ZooKeeperPlanView } from '../fact/zookeeper-ha-view.ts'
import type { ZooKeeperPlace } from '../query/zookeeper-place.ts'

/**
 * Removes stored job graphs and execution plans from ZooKeeper, so that the new one is run (B21). Checkpoint pointers and counter stay.
 *
 * Effect: each node below the place of plans is deleted with its locks, the lowest first.
 * Idempotency key: the transactions that made the nodes; one that is gone is done.
 * Precondition: JobManager seen gone by a live read; a deploy is due. Each node is the one that was seen, and its data of the version that
 * is read before; no JobManager stands for election: the adapter looks once more.
 * If we crash before: the next round prunes.
 * If we crash after: the next round finds no such nodes. In between some are gone, and the next round takes the rest.
 * How the next look recognises it: no plan of the job.
 */
export interface PruneZooKeeperPlans {
  readonly _tag: 'PruneZooKeeperPlans'
  readonly place: ZooKeeperPlace
  readonly plans: readonly ZooKeeperPlanView[]
}
