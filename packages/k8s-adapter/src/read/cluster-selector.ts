import { labelSelector } from '../resource-path.ts'

/**
 * Everything of one Flink cluster, in either mode (cluster-manifests.md, section 1.3). HA ConfigMaps carry the native type in standalone
 * mode too. What the autoscaler keeps is not the cluster's (kubernetes-ha.md, section 7.1).
 */
export const clusterSelector = (clusterId: string): string =>
  `${labelSelector({ app: clusterId, type: ['flink-native-kubernetes', 'flink-standalone-kubernetes'] })},component!=autoscaler`
