import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import type { HaMetadata } from '../../fact/ha-metadata.ts'
import type { HaPlace } from '../../operator-options/ha-place.ts'
import type { ZooKeeperHaView } from '../../fact/zookeeper-ha-view.ts'
import { zooKeeperFact } from '../../query/zookeeper-query.ts'
import type { ZooKeeperPlace } from '../../query/zookeeper-place.ts'
import { haConfigMap } from './ha-config-map.ts'
import { haMetadataOf, hasCheckpointPointer, isBeforeFirstCheckpoint, isStateKept } from './ha-config-maps.ts'
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

/** The same place; of an ensemble that lets the operator read nothing no look can tell what is there: it is out of sight. */
export const placeAsSeen = (place: HaPlace, facts: object): HaPlace => {
  const fact = place._tag === 'ZooKeeper' ? zooKeeperFact(facts, place.place) : undefined
  return fact?._tag === 'Unknown' && fact.reason === 'Forbidden' ? { _tag: 'OutOfSight', why: fact.message } : place
}

/** What ZooKeeper keeps there, where it was seen. */
export const viewAt = (place: HaPlace, facts: object): { readonly place: ZooKeeperPlace; readonly view: ZooKeeperHaView } | null => {
  const fact = place._tag === 'ZooKeeper' ? zooKeeperFact(facts, place.place) : undefined
  return place._tag === 'ZooKeeper' && fact?._tag === 'Known' ? { place: place.place, view: fact.value } : null
}

/** Why it is not known what ZooKeeper keeps there, where trying again may tell; null: it was seen, or not looked at, or never can be. */
export const unseenAt = (place: HaPlace, facts: object): string | null => {
  const fact = place._tag === 'ZooKeeper' ? zooKeeperFact(facts, place.place) : undefined
  return fact?._tag === 'Unknown' && fact.reason !== 'Forbidden' ? fact.message : null
}

/**
 * Jobs whose plans are stored there, so that a JobManager which looks there runs them; null: that was not seen, or no look can tell.
 */
export const plansSeen = ({ clusterId, place, facts }: HaSight): readonly string[] | null => {
  switch (place._tag) {
    case 'Nowhere':
      return []
    case 'Kubernetes':
      return facts.configMaps?._tag !== 'Known' ? null : facts.configMaps.value.flatMap(it => {
        const metadata = haConfigMap(clusterId, it)
        return metadata?._tag === 'Cluster' ? metadata.jobIds : []
      })
    case 'ZooKeeper': {
      const fact = zooKeeperFact(facts, place.place)
      return fact === undefined || fact._tag === 'Unknown' ? null : fact._tag === 'Absent' ? [] : fact.value.plans.map(({ jobId }) => jobId)
    }
    case 'OutOfSight':
      return null
  }
}

/**
 * Does it keep what this job has come to, so that the next JobManager brings it back from there (P01; H23, H31)? In ZooKeeper it has to say
 * so: by a pointer that Flink can use, or by its counter where there never was one. What was not seen says nothing.
 */
export const isStateSeen = ({ clusterId, place, facts }: HaSight, jobId: string): boolean =>
  place._tag === 'ZooKeeper' ? checkpointIn(zooKeeperFact(facts, place.place), jobId) !== 'Unknown'
    : place._tag === 'Kubernetes' && facts.configMaps?._tag === 'Known' && isStateKept(facts.configMaps.value, clusterId, jobId)
