import type { AdapterError } from '@flink-operator/core'
import type { DeleteZooKeeperHaMetadata } from '@flink-operator/core/action'
import type * as E from 'fp-ts/lib/Either.js'
import type { ZooKeeper } from '../connection/sessions.ts'
import { deleteNodes } from './delete-nodes.ts'

/**
 * Deletes the HA data of some jobs of a cluster, as it was read: stored plans, checkpoint pointers and counters. With `cluster`,
 * which says that no other jobs exist, it also deletes the cluster's own node with everything below it. It touches nothing outside
 * of that node (B08).
 */
export const deleteHaMetadata =
  (zooKeeper: ZooKeeper) => async ({ place, nodes, cluster }: DeleteZooKeeperHaMetadata): Promise<E.Either<AdapterError, void>> =>
    zooKeeper.within(place, (session, there) => deleteNodes(session, there, { nodes, cluster }))
