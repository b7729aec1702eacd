import { clusterQueries } from '../../../../cluster/observe/cluster-queries.ts'
import { jobIdsOf } from '../../../../cluster/observe/ownership.ts'
import { deleteHaFromZooKeeper as leaving } from '../../../../cluster/tear-down/delete-ha-from-zookeeper.ts'
import type { TearDownOperation } from '../../../../contract/resource/operation.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { haPlace } from '../observe/application-ha-seen.ts'

/** Deletes the data of the resource's own jobs from ZooKeeper, or with `Cluster` all the data of its cluster. */
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
