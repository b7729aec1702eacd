import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import type { HaMetadata } from '../../fact/ha-metadata.ts'
import type { HaPlace } from '../../operator-options/ha-place.ts'
import { zooKeeperFact } from '../../query/zookeeper-query.ts'
import { haMetadataOf, hasCheckpointPointer, isBeforeFirstCheckpoint } from './ha-metadata.ts'
import { checkpointIn, jobMetadataIn } from './zookeeper-metadata.ts'

/** What a round saw of HA metadata, and where it belongs: all that rules read, whichever service keeps it. */
export interface HaSight {
  readonly clusterId: string
  readonly place: HaPlace
  readonly facts: Pick<ClusterFacts, 'configMaps'>
}

/** Is HA metadata of this very job there, in the place where the cluster keeps it? */
export const metadataSeen = ({ clusterId, place, facts }: HaSight, jobId: string | null): HaMetadata => {
  switch (place._tag) {
    case 'Nowhere':
      return 'NotAvailable'
    case 'Kubernetes':
      return haMetadataOf(facts.configMaps, clusterId, jobId)
    case 'ZooKeeper':
      return jobMetadataIn(zooKeeperFact(facts, place.place), jobId)
    case 'OutOfSight':
      return 'Unreadable'
  }
}

/** Does it point to a checkpoint that Flink would restore, or say that there is none yet? `Unknown`: it says neither, or was not seen. */
export const checkpointSeen = ({ clusterId, place, facts }: HaSight, jobId: string | null): 'There' | 'NotYet' | 'Unknown' => {
  if (place._tag === 'ZooKeeper') return checkpointIn(zooKeeperFact(facts, place.place), jobId)
  if (facts.configMaps?._tag !== 'Known' || jobId === null) return 'Unknown'
  return hasCheckpointPointer(facts.configMaps.value, clusterId, jobId) ? 'There'
    : isBeforeFirstCheckpoint(facts.configMaps.value, clusterId, jobId) ? 'NotYet' : 'Unknown'
}
