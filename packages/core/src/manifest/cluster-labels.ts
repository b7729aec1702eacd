import type { ClusterManifestInput } from '../contract/action/manifest-request.ts'

export type Labels = Readonly<Record<string, string>>
export type Role = 'jobmanager' | 'taskmanager'

type Cluster = Pick<ClusterManifestInput, 'clusterId' | 'mode'>

/** Labels of everything that belongs to the cluster (cluster-manifests.md, section 1.3). HA ConfigMaps always carry the native type. */
export const commonLabels = ({ clusterId, mode }: Cluster): Labels => ({
  app: clusterId,
  type: mode === 'standalone' ? 'flink-standalone-kubernetes' : 'flink-native-kubernetes',
})

/** The pod selector of Deployments and Services. It never changes while the cluster exists. */
export const selector = (cluster: Cluster, role: Role): Labels => ({ ...commonLabels(cluster), component: role })

/** Labels of pods and their Deployment: the user's, overridden by the selector, in both modes (M-D01). */
export const podLabels = (cluster: Cluster, role: Role, users: Labels): Labels => ({ ...users, ...selector(cluster, role) })
