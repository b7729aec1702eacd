import { clusterQueries } from '../../../../cluster/observe/cluster-queries.ts'
import { jobIdsOf } from '../../../../cluster/observe/classify-ownership.ts'
import { deleteHaFromZooKeeper as leaving } from '../../../../cluster/tear-down/delete-ha-from-zookeeper.ts'
import type { TearDownOperation } from '../../../../contract/resource/operation.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { haPlace } from '../observe/application-ha-seen.ts'
import { haConfigMaps } from '../../../../cluster/high-availability/ha-config-maps.ts'
import { continueTearDown as tearDownCluster } from '../../../../cluster/tear-down/continue-tear-down.ts'
import { recordClusterGone } from '../record/status-updates.ts'
import { sparingUnknownCluster } from '../record/unknown-cluster.ts'

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

/** Deletes the cluster of the job, unless the status does not know it. HA metadata of other jobs stays. */
export const continueTearDown = (round: Round, operation: TearDownOperation): JobDecision =>
  sparingUnknownCluster(round, operation) ?? tearDownCluster(round, operation, {
    haConfigMaps: configMaps => haConfigMaps(configMaps, round.desired.meta.name, jobIdsOf(round.observed.status)),
    inZooKeeper: () => deleteHaFromZooKeeper(round, operation, 'Cluster', true),
    left: () => [],
    gone: recordClusterGone,
  })
