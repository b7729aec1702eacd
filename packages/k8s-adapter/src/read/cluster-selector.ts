import { labelSelector } from '../resource-path.ts'

/**
 * Selects the objects of one Flink cluster, in either mode (cluster-manifests.md, section 1.3). HA ConfigMaps have the native type
 * in standalone mode, too. The autoscaler's ConfigMap does not belong to the cluster (kubernetes-ha.md, section 7.1).
 */
export const clusterSelector = (clusterId: string): string =>
  `${labelSelector({ app: clusterId, type: ['flink-native-kubernetes', 'flink-standalone-kubernetes'] })},component!=autoscaler`
