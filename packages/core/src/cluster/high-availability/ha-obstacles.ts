import type { ConfigMapView } from '../../fact/object-view.ts'
import type { Obstacle } from '../../round/obstacle.ts'
import { clusterConfigMapName, haConfigMap, jobConfigMapName } from './ha-config-map.ts'

/** Where Flink's election keeps its record (kubernetes-ha.md, section 2.3). */
export const leaderAnnotation = 'control-plane.alpha.kubernetes.io/leader'

/** A record that nobody holds: whoever looks next takes it. */
const freeRecord =
  '{"holderIdentity":"","leaseDuration":"PT15S","acquireTime":"1970-01-01T00:00:00.000000Z","renewTime":"1970-01-01T00:00:00.000000Z","leaderTransitions":0}'

/**
 * What in HA metadata keeps Flink from leading, or from restoring what is there, for people.
 *
 * | seen | what Flink does |
 * |---|---|
 * | the cluster's ConfigMap without a record of the election | it can never lead: it creates what is there already (H-D03, H18) |
 * | a pointer that is marked for deletion, or can't be read | restores from another, or from none (H30, H31); one that is not Base64 stops all reads (H-D13) |
 */
export const haObstacles = (configMaps: readonly ConfigMapView[], clusterId: string, jobId: string | null): readonly Obstacle[] =>
  configMaps.flatMap((configMap): readonly Obstacle[] => {
    const { name, annotations, deleting, unusablePointers = [] } = configMap
    const of = { kind: 'ConfigMap', name, isGoing: deleting }
    if (name === clusterConfigMapName(clusterId) && haConfigMap(clusterId, configMap) !== null && !(leaderAnnotation in annotations))
      return [{
        ...of,
        what: 'has no record of leader election, and without one no JobManager can ever lead (H-D03)',
        remedy: `annotate it with a free one: kubectl annotate configmap ${name} '${leaderAnnotation}=${freeRecord}'`,
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
