import { haConfigMaps } from '../../../../cluster/high-availability/ha-config-maps.ts'
import { jobIdsOf } from '../../../../cluster/observe/ownership.ts'
import { continueTearDown as tearDownCluster } from '../../../../cluster/tear-down/continue-tear-down.ts'
import type { TearDownOperation } from '../../../../contract/resource/operation.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { recordClusterGone } from '../record/status-updates.ts'
import { sparingUnknownCluster } from '../record/unknown-cluster.ts'
import { deleteHaFromZooKeeper } from './delete-application-ha-from-zookeeper.ts'

/** Deletes the cluster of the job, unless the status does not know it. HA metadata of other jobs stays. */
export const continueTearDown = (round: Round, operation: TearDownOperation): JobDecision =>
  sparingUnknownCluster(round, operation) ?? tearDownCluster(round, operation, {
    haConfigMaps: configMaps => haConfigMaps(configMaps, round.desired.meta.name, jobIdsOf(round.observed.status)),
    inZooKeeper: () => deleteHaFromZooKeeper(round, operation, 'Cluster', true),
    left: () => [],
    gone: recordClusterGone,
  })
