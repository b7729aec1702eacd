import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { jobIdsOf } from '../../cluster/seen/ownership.ts'
import { deleteHaFromZooKeeper as leaving } from '../../cluster/tear-down/delete-ha-from-zookeeper.ts'
import type { TearDownOperation } from '../../resource/operation.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { haPlace } from '../seen/application-ha-seen.ts'

/** What ZooKeeper keeps of the resource's own jobs, or with the resource of its cluster, goes. */
export const deleteHaFromZooKeeper = (
  round: Round,
  { giveUpAt }: Pick<TearDownOperation, 'giveUpAt'>,
  what: 'Jobs' | 'Cluster',
  gives: boolean,
): JobDecision | null => {
  const { desired, observed: { facts, status }, env } = round
  const queries = [clusterQueries(desired).configMaps]
  return leaving({ status, facts, env, place: haPlace(round), queries, jobIds: jobIdsOf(status), what, gives, giveUpAt })
}
