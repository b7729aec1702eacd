import { isOthersCluster } from '../../../../cluster/observe/name-conflicts.ts'
import { jobIdsOf } from '../../../../cluster/observe/ownership.ts'
import type { NamesInput } from '../../../../cluster/deploy/needed-names.ts'
import { haPlaceOf } from '../../../../options/ha-place.ts'
import { noJobOf, othersIn } from '../../../../cluster/high-availability/zookeeper-metadata.ts'
import { zooKeeperFact } from '../../../../contract/query/zookeeper-query.ts'
import type { ResourceMeta } from '../../../../contract/resource/resource-meta.ts'
import { haMetadataOfOthers } from '../../../../cluster/high-availability/ha-config-maps.ts'
import { isUnknownClusterToGo } from '../record/unknown-cluster.ts'
import type { Obstacle } from '../../../../contract/round/obstacle.ts'
import type { Round } from '../application-round.ts'

/**
 * HA metadata of other jobs, observed in this round, in the place that Flink will read. Metadata of a cluster whose Deployment is an
 * obstacle or is about to be deleted cannot be deleted yet, because that cluster may still write it; it is reported once the Deployment is
 * gone.
 */
export const stateOfOthers = (round: Round, { configuration }: Pick<NamesInput, 'configuration'>): readonly Obstacle[] => {
  const { desired: { meta }, observed: { facts, status }, env } = round
  if (isUnknownClusterToGo(round) || isOthersCluster(round)) return []
  const jobIds = jobIdsOf(status)
  const place = haPlaceOf(meta.name, configuration, env.options)
  switch (place._tag) {
    case 'Nowhere':
    case 'Unobservable':
      return []
    case 'Kubernetes':
      return facts.configMaps?._tag === 'Known' ? haMetadataOfOthers(facts.configMaps.value, meta.name, jobIds).map(reportedOf(meta)) : []
    case 'ZooKeeper': {
      const fact = zooKeeperFact(facts, place.place)
      return fact?._tag === 'Known' ? othersIn(place.place, fact.value, { jobIds, none: noJobOf(meta) }) : []
    }
  }
}

const reportedOf = (meta: ResourceMeta) => ({ name, jobId, deleting }: ReturnType<typeof haMetadataOfOthers>[number]): Obstacle => ({
  kind: 'ConfigMap',
  name,
  isGoing: deleting,
  what:
    `holds high-availability metadata of job ${jobId}, which is no job of FlinkDeployment ${meta.name} as far as its status says; a new cluster of that id would recover that job`,
  remedy:
    `keep the state that it points to if it is needed, then delete ConfigMap ${name} (kubectl delete configmap ${name} -n ${meta.namespace}), or give this FlinkDeployment another name`,
})
