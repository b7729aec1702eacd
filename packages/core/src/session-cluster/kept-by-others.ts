import type { ConfiguredCluster } from '../cluster/configured-spec.ts'
import { haMetadataOfOthers } from '../cluster/high-availability/ha-config-maps.ts'
import { viewAt } from '../cluster/high-availability/ha-sight.ts'
import { othersIn } from '../cluster/high-availability/zookeeper-metadata.ts'
import { isOthersCluster } from '../cluster/seen/in-the-way.ts'
import type { Obstacle } from '../round/obstacle.ts'
import { haPlaceFor } from './session-ha-seen.ts'
import type { SessionRound } from './session-cluster-round.ts'
import { idsOf, sessionJobsOf } from './session-jobs.ts'

/**
 * A cluster that reads HA metadata which no JobManager has read until now, for the one before looked elsewhere or nobody knows: it would
 * bring back whatever job stands there. That is none of this cluster's where no FlinkSessionJob names it: it may have been started again
 * elsewhere, or from newer state, since. What is there stays, and is told (P02, F09).
 */
export const keptByOthers = (round: SessionRound, after: ConfiguredCluster): readonly Obstacle[] => {
  const { desired: { meta }, observed: { facts } } = round
  if (isOthersCluster(round)) return []
  const jobIds = sessionJobsOf(facts).flatMap(idsOf)
  const place = haPlaceFor(round, after)
  const inZooKeeper = viewAt(place, facts)
  if (inZooKeeper !== null) return othersIn(inZooKeeper.place, inZooKeeper.view, { jobIds, none })
  if (place._tag !== 'Kubernetes' || facts.configMaps?._tag !== 'Known') return []
  return haMetadataOfOthers(facts.configMaps.value, meta.name, jobIds).map(({ name, jobId, deleting }) => ({
    kind: 'ConfigMap',
    name,
    isGoing: deleting,
    what: `holds high-availability metadata of job ${jobId}, ${none}; a new cluster of the id ${meta.name} would bring that job back`,
    remedy:
      `keep what it points to if that state is needed, then delete ConfigMap ${name} (kubectl delete configmap ${name} -n ${meta.namespace}), or give this FlinkDeployment another name`,
  }))
}

const none = 'which no FlinkSessionJob names'
