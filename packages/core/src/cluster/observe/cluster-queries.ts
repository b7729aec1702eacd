import type { ResourceOptions } from '../../options/resource-options.ts'
import { type RestEndpoint, type ClusterObjectQuery, type Query, watched } from '../../contract/query/query.ts'
import type { ResourceMeta } from '../../contract/resource/resource.ts'
import { restServiceName, taskManagerName } from '../../manifest/object-metadata.ts'
import type { DeploymentMode } from '../../contract/resource/flink-deployment-spec.ts'
import type { ClusterOf } from '../cluster-round.ts'

/** The REST address of a resource's cluster (cluster-manifests.md, section 1.2). */
export const restEndpointOf = (
  { namespace, name }: Pick<ResourceMeta, 'namespace' | 'name'>,
  { restPort, restTls }: Pick<ResourceOptions, 'restPort' | 'restTls'>,
): RestEndpoint => ({ namespace, service: restServiceName(name), port: restPort, tls: restTls })

/** Labels of the cluster's JobManager pods (cluster-manifests.md, section 1.3). */
const jobManagerSelector = (name: string, mode: DeploymentMode): Readonly<Record<string, string>> => ({
  app: name,
  component: 'jobmanager',
  type: mode === 'standalone' ? 'flink-standalone-kubernetes' : 'flink-native-kubernetes',
})

/** The Kubernetes queries for one cluster. */
export const clusterQueries = ({ meta: { namespace, name }, mode }: ClusterOf) =>
  ({
    deployment: { _tag: 'ReadDeployment', namespace, name },
    taskManagers: { _tag: 'ReadTaskManagerDeployment', namespace, name: taskManagerName(name) },
    pods: { _tag: 'ListJobManagerPods', namespace, selector: jobManagerSelector(name, mode), withMountEvents: false },
    podsWithEvents: { _tag: 'ListJobManagerPods', namespace, selector: jobManagerSelector(name, mode), withMountEvents: true },
    configMaps: { _tag: 'ListConfigMaps', namespace, clusterId: name },
    services: { _tag: 'ListServices', namespace, clusterId: name },
  }) as const satisfies Record<string, ClusterObjectQuery>

/** Live queries for every object of the cluster: before anything is removed, created, or counted as complete. */
export const allClusterObjects = (desired: ClusterOf): readonly ClusterObjectQuery[] => {
  const queries = clusterQueries(desired)
  return [
    queries.deployment,
    queries.pods,
    queries.configMaps,
    queries.services,
    ...(desired.mode === 'standalone' ? [queries.taskManagers] : []),
  ]
}

/** The same from the watches: enough for waiting, and for observing that everything created exists. */
export const watchedClusterObjects = (desired: ClusterOf): readonly Query[] => allClusterObjects(desired).map(watched)
