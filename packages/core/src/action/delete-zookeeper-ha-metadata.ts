import type { ZooKeeperNode } from '../fact/zookeeper-ha-view.ts'
import type { ZooKeeperPlace } from '../query/zookeeper-place.ts'

/**
 * Deletes what ZooKeeper keeps of jobs of a cluster: after it no last-state restore is possible.
 *
 * Effect: each node is deleted with all below it, the lowest first, in the order given: plans before pointers. With `cluster`, the
 * transaction that made it, the cluster's own node goes as well, unless it has a job that was not seen.
 * Idempotency key: the transactions that made the nodes; one that is gone is done.
 * Precondition: no JobManager Deployment and no JobManager pod by a live read of this round (B85), and none stands for election; the next
 * source is not last-state (B05); recorded in the status before. Each node is the one that was seen: the adapter looks once more.
 * If we crash before: the next round deletes it.
 * If we crash after: the next round finds none left. In between some are gone, and the next round takes the rest.
 * How the next look recognises it: no job and no plan of those; or no node of the cluster.
 */
export interface DeleteZooKeeperHaMetadata {
  readonly _tag: 'DeleteZooKeeperHaMetadata'
  readonly place: ZooKeeperPlace
  /** Below the cluster's node. */
  readonly nodes: readonly ZooKeeperNode[]
  readonly cluster: string | null
}
