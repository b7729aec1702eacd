import { formatRecord, leaderAnnotation, parseRecord } from '../../codec/leader-record/record-text.ts'
import type { ConfigMapView } from '../../fact/object-view.ts'
import type { Obstacle } from '../../round/obstacle.ts'
import { clusterConfigMapName, haConfigMap, jobConfigMapName } from './ha-config-map.ts'

/** A record that nobody holds: whoever looks next takes it. */
const freeRecord = formatRecord({ holder: '', leaseDuration: 15_000, acquireTime: 0, renewTime: 0, transitions: 0 })

/**
 * What in HA metadata keeps Flink from leading, or from restoring what is there, for people.
 *
 * | seen | what Flink does |
 * |---|---|
 * | the cluster's ConfigMap without a record of the election that can be read | it can never lead: it creates what is there already (H-D03, H18, H19) |
 * | a pointer that is marked for deletion, or can't be read | restores from another, or from none (H30, H31); one that is not Base64 stops all reads (H-D13) |
 */
export const haObstacles = (configMaps: readonly ConfigMapView[], clusterId: string, jobId: string | null): readonly Obstacle[] =>
  configMaps.flatMap((configMap): readonly Obstacle[] => {
    const { name, deleting, unusablePointers = [] } = configMap
    const of = { kind: 'ConfigMap', name, isGoing: deleting }
    if (name === clusterConfigMapName(clusterId) && haConfigMap(clusterId, configMap) !== null && !hasRecord(configMap))
      return [{
        ...of,
        what: 'has no record of leader election that can be read, and without one no JobManager can ever lead (H-D03)',
        remedy: `write a free one: kubectl annotate --overwrite configmap ${name} '${leaderAnnotation}=${freeRecord}'`,
      }]
    if (jobId === null || name !== jobConfigMapName(clusterId, jobId) || unusablePointers.length === 0) return []
    return [{
      ...of,
      what: `has pointers to checkpoints that Flink does not restore (marked for deletion, or no pointer in them): ${
        unusablePointers.join(', ')
      }`,
      remedy: "remove those keys; where no other pointer is left, the newest checkpoint is in the job's checkpoint folder only",
    }]
  })

const hasRecord = ({ annotations }: ConfigMapView): boolean => typeof parseRecord(annotations[leaderAnnotation]) === 'object'
