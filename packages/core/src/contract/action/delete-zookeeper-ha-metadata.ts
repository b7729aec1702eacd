import type { ZooKeeperNode } from '../fact/zookeeper-ha-view.ts'
import type { ZooKeeperPlace } from '../query/zookeeper-place.ts'

/**
 * Deletes the data of a cluster's jobs from ZooKeeper: afterwards no last-state restore is possible.
 *
 * Effect: deletes each node with its descendants, the lowest first, in the given order: plans before pointers. With `cluster`, the
 * transaction that created it, the cluster's own node is deleted as well, unless it has a job that was not observed.
 * Idempotency key: the transactions that created the nodes; a node that is gone counts as deleted.
 * Precondition: no JobManager Deployment and no JobManager pod by a live query of this round (B85), and no candidate for leadership; the
 * next source is not last-state (B05); recorded in the status before. Each node is the observed one: the adapter checks again.
 * If we crash before: the next round deletes it.
 * If we crash after: the next round finds none left. After a partial deletion, the next round deletes the rest.
 * How the next look recognises it: no job and no plan of those; or no node of the cluster.
 */
export interface DeleteZooKeeperHaMetadata {
  readonly _tag: 'DeleteZooKeeperHaMetadata'
  readonly place: ZooKeeperPlace
  /** Below the cluster's node. */
  readonly nodes: readonly ZooKeeperNode[]
  readonly cluster: string | null
}
