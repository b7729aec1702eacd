import type { AdapterError, ZooKeeperHaView, ZooKeeperPlace } from '@flink-operator/core'
import type * as E from 'fp-ts/lib/Either.js'
import type { ZooKeeper } from '../connection/sessions.ts'
import { deleteNodes } from './delete-nodes.ts'

/**
 * Deletes what the cluster keeps for these jobs, as it was seen: stored plans, checkpoint pointers and counters. With `cluster`, which says
 * that there are no others, the cluster's own node and everything below it goes, too. Nothing outside of it is touched (B08).
 */
export const deleteHaMetadata = (zooKeeper: ZooKeeper) =>
async (
  place: ZooKeeperPlace,
  { plans, jobs, cluster }: Pick<ZooKeeperHaView, 'plans' | 'jobs'> & { readonly cluster: string | null },
): Promise<E.Either<AdapterError, void>> =>
  // plans first: with a plan and no pointers Flink would start the job from nothing
  zooKeeper.within(place, (session, there) => deleteNodes(session, there, { nodes: [...plans, ...jobs], cluster }))
