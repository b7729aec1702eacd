import type { ConfiguredCluster } from '../../../spec/configured-spec.ts'
import { haMetadataOfOthers } from '../../../cluster/high-availability/ha-config-maps.ts'
import { viewAt } from '../../../cluster/high-availability/ha-observation.ts'
import { othersIn } from '../../../cluster/high-availability/zookeeper-metadata.ts'
import { isOthersCluster } from '../../../cluster/observe/name-conflicts.ts'
import type { Obstacle } from '../../../contract/round/obstacle.ts'
import { haPlaceFor } from './session-ha-seen.ts'
import type { SessionRound } from './session-cluster-round.ts'
import { idsOf, sessionJobsOf } from './session-jobs.ts'

/**
 * Finds stored jobs that a new cluster would recover and that no FlinkSessionJob names. It is used when the new cluster reads HA metadata
 * that the previous JobManager did not read, or may not have read. Such a job does not belong to this cluster: it may have been started
 * elsewhere since, or from newer state. The operator does not delete the metadata, but reports it (P02, F09).
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
    what: `holds high-availability metadata of job ${jobId}, ${none}; a new cluster of the id ${meta.name} would recover that job`,
    remedy:
      `keep the state that it points to if it is needed, then delete ConfigMap ${name} (kubectl delete configmap ${name} -n ${meta.namespace}), or give this FlinkDeployment another name`,
  }))
}

const none = 'which no FlinkSessionJob names'
