import type { AdapterError } from '@flink-operator/core'
import type { DeleteZooKeeperHaMetadata } from '@flink-operator/core/action'
import type * as E from 'fp-ts/lib/Either.js'
import type { ZooKeeper } from '../connection/sessions.ts'
import { deleteNodes } from './delete-nodes.ts'

/**
 * Deletes what the cluster keeps for some jobs, as it was seen: stored plans, checkpoint pointers and counters. With `cluster`, which says
 * that there are no others, the cluster's own node and everything below it goes, too. Nothing outside of it is touched (B08).
 */
export const deleteHaMetadata =
  (zooKeeper: ZooKeeper) => async ({ place, nodes, cluster }: DeleteZooKeeperHaMetadata): Promise<E.Either<AdapterError, void>> =>
    zooKeeper.within(place, (session, there) => deleteNodes(session, there, { nodes, cluster }))
