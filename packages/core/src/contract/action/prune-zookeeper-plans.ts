import type { ZooKeeperPlanView } from '../fact/zookeeper-ha-view.ts'
import type { ZooKeeperPlace } from '../query/zookeeper-place.ts'

/**
 * Removes stored job graphs and execution plans from ZooKeeper, so that the new one is run (B21). Checkpoint pointers and counter stay.
 *
 * Effect: deletes each node below the place of plans with its locks, the lowest first.
 * Idempotency key: the transactions that created the nodes; a node that is gone counts as deleted.
 * Precondition: the JobManager is gone by a live query; a deploy is due. Each node is the observed one, and its data has the version that
 * was read before; there is no candidate for leadership: the adapter checks again.
 * If we crash before: the next round prunes.
 * If we crash after: the next round finds no such nodes. After a partial deletion, the next round deletes the rest.
 * How the next look recognises it: no plan of the job.
 */
export interface PruneZooKeeperPlans {
  readonly _tag: 'PruneZooKeeperPlans'
  readonly place: ZooKeeperPlace
  readonly plans: readonly ZooKeeperPlanView[]
}
