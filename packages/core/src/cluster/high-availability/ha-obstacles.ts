import { formatRecord, leaderAnnotation, parseRecord } from '../../crd/leader-record/record-text.ts'
import type { ConfigMapView } from '../../contract/fact/object-view.ts'
import type { Obstacle } from '../../contract/round/obstacle.ts'
import { clusterConfigMapName, haConfigMap, jobConfigMapName } from './ha-config-map.ts'

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
