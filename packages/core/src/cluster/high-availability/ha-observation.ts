import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import type { HaMetadata } from '../../contract/fact/ha-metadata.ts'
import type { HaPlace } from '../../options/ha-place.ts'
import type { ZooKeeperHaView } from '../../contract/fact/zookeeper-ha-view.ts'
import { zooKeeperFact } from '../../contract/query/zookeeper-query.ts'
import type { ZooKeeperPlace } from '../../contract/query/zookeeper-place.ts'
import { haConfigMap } from './ha-config-map.ts'
import { haMetadataOf, hasCheckpointPointer, isBeforeFirstCheckpoint, isStateKept } from './ha-config-maps.ts'
import { checkpointIn, jobMetadataIn } from './zookeeper-metadata.ts'

/** A round's observation of HA metadata and its place: all that rules read, whichever service keeps it. */
export interface HaObservation {
  readonly clusterId: string
  readonly place: HaPlace
  readonly facts: Pick<ClusterFacts, 'configMaps'>
}

/** Whether HA metadata of this very job exists in the place where the cluster keeps it. */
export const metadataSeen = ({ clusterId, place, facts }: HaObservation, jobId: string | null): HaMetadata => {
  switch (place._tag) {
    case 'Nowhere':
      return 'NotAvailable'
    case 'Kubernetes':
      return haMetadataOf(facts.configMaps, clusterId, jobId)
    case 'ZooKeeper':
      return jobMetadataIn(zooKeeperFact(facts, place.place), jobId)
    case 'Unobservable':
      return 'Unreadable'
  }
}

/**
 * Whether HA metadata points to a checkpoint that Flink would restore, or shows that none was completed yet. `Unknown`: it shows neither,
 * or was not observed.
 */
export const checkpointSeen = ({ clusterId, place, facts }: HaObservation, jobId: string | null): 'There' | 'NotYet' | 'Unknown' => {
  if (place._tag === 'ZooKeeper') return checkpointIn(zooKeeperFact(facts, place.place), jobId)
  if (facts.configMaps?._tag !== 'Known' || jobId === null) return 'Unknown'
  return hasCheckpointPointer(facts.configMaps.value, clusterId, jobId) ? 'There'
    : isBeforeFirstCheckpoint(facts.configMaps.value, clusterId, jobId) ? 'NotYet' : 'Unknown'
}

/** The place, or Unobservable if the ensemble forbids the operator to read it: no query can show its content then. */
export const placeAsSeen = (place: HaPlace, facts: object): HaPlace => {
  const fact = place._tag === 'ZooKeeper' ? zooKeeperFact(facts, place.place) : undefined
  return fact?._tag === 'Unknown' && fact.reason === 'Forbidden' ? { _tag: 'Unobservable', why: fact.message } : place
}

/** The content of ZooKeeper at that place, if observed. */
export const viewAt = (place: HaPlace, facts: object): { readonly place: ZooKeeperPlace; readonly view: ZooKeeperHaView } | null => {
  const fact = place._tag === 'ZooKeeper' ? zooKeeperFact(facts, place.place) : undefined
  return place._tag === 'ZooKeeper' && fact?._tag === 'Known' ? { place: place.place, view: fact.value } : null
}

/** Why the content of ZooKeeper is unknown although a retry may succeed. Null: it was observed, not queried, or can never be. */
export const unseenAt = (place: HaPlace, facts: object): string | null => {
  const fact = place._tag === 'ZooKeeper' ? zooKeeperFact(facts, place.place) : undefined
  return fact?._tag === 'Unknown' && fact.reason !== 'Forbidden' ? fact.message : null
}

/** Jobs whose plans are stored there, so that a JobManager that reads the place runs them. Null: not observed, or unobservable. */
export const plansSeen = ({ clusterId, place, facts }: HaObservation): readonly string[] | null => {
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
    case 'Unobservable':
      return null
  }
}

/**
 * True if HA metadata holds the job's progress, so that the next JobManager restores it (P01; H23, H31). In ZooKeeper a usable pointer has
 * to show that, or the counter if there never was a checkpoint. Metadata that was not observed shows nothing.
 */
export const isStateSeen = ({ clusterId, place, facts }: HaObservation, jobId: string): boolean =>
  place._tag === 'ZooKeeper' ? checkpointIn(zooKeeperFact(facts, place.place), jobId) !== 'Unknown'
    : place._tag === 'Kubernetes' && facts.configMaps?._tag === 'Known' && isStateKept(facts.configMaps.value, clusterId, jobId)
