import type { ClusterPart, ManifestRequest, ClusterManifestInput } from '../contract/action/manifest-request.ts'
import { attemptAnnotation, deployAnnotation } from '../contract/resource/annotations.ts'
import type { JsonObject } from '../contract/resource/json.ts'

/** Names of the objects of the cluster `id` (cluster-manifests.md, sections 1.1 and 1.2). */
export const jobManagerName = (id: string): string => id
export const taskManagerName = (id: string): string => `${id}-taskmanager`
/** The Service by which TaskManagers find the JobManager; without high availability alone. */
export const internalServiceName = (id: string): string => id
/** The Service of Flink's REST API. */
export const restServiceName = (id: string): string => `${id}-rest`
/** The ConfigMap of Flink's configuration. */
export const flinkConfigName = (id: string): string => `flink-config-${id}`
/** The ConfigMap of pod templates. */
export const podTemplateName = (id: string): string => `pod-template-${id}`
/** Created only by the reference operator. */
export const hadoopConfigName = (id: string): string => `hadoop-config-${id}`
export const kerberosKeytabName = (id: string): string => `kerberos-keytab-${id}`
export const kerberosKrb5ConfName = (id: string): string => `kerberos-krb5conf-${id}`

/** Identifies the object of a part without rendering it. */
export const partRef = (part: ClusterPart, id: string): { readonly apiVersion: string; readonly kind: string; readonly name: string } => {
  switch (part) {
    case 'FlinkConfig':
      return { apiVersion: 'v1', kind: 'ConfigMap', name: flinkConfigName(id) }
    case 'PodTemplate':
      return { apiVersion: 'v1', kind: 'ConfigMap', name: podTemplateName(id) }
    case 'InternalService':
      return { apiVersion: 'v1', kind: 'Service', name: internalServiceName(id) }
    case 'RestService':
      return { apiVersion: 'v1', kind: 'Service', name: restServiceName(id) }
    case 'TaskManagerDeployment':
      return { apiVersion: 'apps/v1', kind: 'Deployment', name: taskManagerName(id) }
    case 'JobManagerDeployment':
      return { apiVersion: 'apps/v1', kind: 'Deployment', name: jobManagerName(id) }
  }
}

/** Identifies the object of a request without rendering it. */
export const manifestRef = (
  request: ManifestRequest,
): { readonly apiVersion: string; readonly kind: string; readonly namespace: string; readonly name: string } =>
  request._tag === 'ClusterManifest'
    ? { ...partRef(request.part, request.input.clusterId), namespace: request.input.namespace }
    : request._tag === 'ObjectManifest'
    ? { apiVersion: request.apiVersion, kind: request.kind, namespace: request.namespace, name: request.name }
    : { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', namespace: request.namespace, name: request.name }

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

/** `metadata` of one object of a cluster. Empty annotations are omitted. */
export const objectMetadata = (
  input: Pick<ClusterManifestInput, 'namespace' | 'attempt' | 'deploy'>,
  object: {
    readonly name: string
    readonly labels: Labels
    readonly annotations?: Labels
    readonly ownerReferences?: readonly JsonObject[]
  },
): JsonObject => {
  const annotations = {
    ...object.annotations,
    ...(input.attempt === null ? {} : { [attemptAnnotation]: input.attempt }),
    ...(input.deploy === undefined ? {} : { [deployAnnotation]: input.deploy }),
  }
  return {
    name: object.name,
    namespace: input.namespace,
    labels: object.labels,
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    ...(object.ownerReferences === undefined ? {} : { ownerReferences: object.ownerReferences }),
  }
}
