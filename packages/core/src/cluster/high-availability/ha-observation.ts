import { formatRecord, leaderAnnotation, parseRecord } from '../../crd/leader-record/leader-election-record.ts'
import type { ConfigMapView } from '../../contract/fact/object-view.ts'
import type { Obstacle } from '../../contract/round/unblocked-by.ts'
import {
  clusterConfigMapName,
  haConfigMap,
  jobConfigMapName,
  haMetadataOf,
  hasCheckpointPointer,
  isBeforeFirstCheckpoint,
  isStateKept,
} from './ha-config-maps.ts'
import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import type { HaMetadata, ZooKeeperHaView } from '../../contract/fact/zookeeper-ha-view.ts'
import type { HaPlace } from '../../options/ha-place.ts'
import { zooKeeperFact } from '../../contract/query/zookeeper-query.ts'
import type { ZooKeeperPlace } from '../../contract/query/zookeeper-place.ts'
import { checkpointIn, jobMetadataIn } from './zookeeper-metadata.ts'

/** A leader record without a holder: the next candidate takes it. */
const freeRecord = formatRecord({ holder: '', leaseDuration: 15_000, acquireTime: 0, renewTime: 0, transitions: 0 })

/**
 * HA metadata that prevents Flink from leading or from restoring, for display.
 *
 * | observed | effect on Flink |
 * |---|---|
 * | the cluster's ConfigMap without a readable election record | Flink can never lead: it tries to create what exists already (H-D03, H18, H19) |
 * | a pointer that is marked for deletion, or can't be read | Flink restores from another pointer, or from none (H30, H31); one that is not Base64 stops all reads (H-D13) |
 */
export const haObstacles = (configMaps: readonly ConfigMapView[], clusterId: string, jobId: string | null): readonly Obstacle[] =>
  configMaps.flatMap((configMap): readonly Obstacle[] => {
    const { name, deleting, unusablePointers = [] } = configMap
    const of = { kind: 'ConfigMap', name, isGoing: deleting }
    if (name === clusterConfigMapName(clusterId) && haConfigMap(clusterId, configMap) !== null && !hasRecord(configMap))
      return [{
        ...of,
        what: 'has no readable leader election record, and without one no JobManager can ever become leader (H-D03)',
        remedy: `write a free record: kubectl annotate --overwrite configmap ${name} '${leaderAnnotation}=${freeRecord}'`,
      }]
    if (jobId === null || name !== jobConfigMapName(clusterId, jobId) || unusablePointers.length === 0) return []
    return [{
      ...of,
      what: `has pointers to checkpoints that Flink does not restore (marked for deletion, or no pointer in them): ${
        unusablePointers.join(', ')
      }`,
      remedy: "remove those keys; if no other pointer is left, the newest checkpoint is only in the job's checkpoint directory",
    }]
  })

const hasRecord = ({ annotations }: ConfigMapView): boolean => typeof parseRecord(annotations[leaderAnnotation]) === 'object'

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
