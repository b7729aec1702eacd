import { isOthersCluster } from '../../cluster/seen/in-the-way.ts'
import { jobIdsOf } from '../../cluster/seen/ownership.ts'
import type { NamesInput } from '../../cluster/deploy/needed-names.ts'
import { haPlaceOf } from '../../operator-options/ha-place.ts'
import { noJobOf, othersIn } from '../../cluster/high-availability/zookeeper-metadata.ts'
import { zooKeeperFact } from '../../query/zookeeper-query.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'
import { haMetadataOfOthers } from '../../cluster/high-availability/ha-config-maps.ts'
import { isUnknownClusterToGo } from '../record/unknown-cluster.ts'
import type { Obstacle } from '../../round/obstacle.ts'
import type { Round } from '../application-round.ts'

/**
 * HA metadata of other jobs where Flink would read it, by what was seen in this round. What a cluster writes itself, whose Deployment is in
 * the way or about to go, can't be taken away before that is gone: it is told then.
 */
export const stateOfOthers = (round: Round, { configuration }: Pick<NamesInput, 'configuration'>): readonly Obstacle[] => {
  const { desired: { meta }, observed: { facts, status }, env } = round
  if (isUnknownClusterToGo(round) || isOthersCluster(round)) return []
  const jobIds = jobIdsOf(status)
  const place = haPlaceOf(meta.name, configuration, env.options)
  switch (place._tag) {
    case 'Nowhere':
    case 'OutOfSight':
      return []
    case 'Kubernetes':
      return facts.configMaps?._tag === 'Known' ? haMetadataOfOthers(facts.configMaps.value, meta.name, jobIds).map(toldOf(meta)) : []
    case 'ZooKeeper': {
      const fact = zooKeeperFact(facts, place.place)
      return fact?._tag === 'Known' ? othersIn(place.place, fact.value, { jobIds, none: noJobOf(meta) }) : []
    }
  }
}

const toldOf = (meta: ResourceMeta) => ({ name, jobId, deleting }: ReturnType<typeof haMetadataOfOthers>[number]): Obstacle => ({
  kind: 'ConfigMap',
  name,
  isGoing: deleting,
  what:
    `holds high-availability metadata of job ${jobId}, which is no job of FlinkDeployment ${meta.name} as far as its status says; a new cluster of that id would bring that job back`,
  remedy:
    `keep what it points to if that state is needed, then delete ConfigMap ${name} (kubectl delete configmap ${name} -n ${meta.namespace}), or give this FlinkDeployment another name`,
})
