import type { ConfigMapView } from '../../contract/fact/object-view.ts'

/**
 * What a ConfigMap of Flink's HA services belongs to (kubernetes-ha.md, section 2): one job, or the cluster, with the jobs whose graph it
 * stores. The whole name counts, and for the cluster's ConfigMap its content too; anybody can set labels.
 */
export type HaConfigMap =
  | { readonly _tag: 'Job'; readonly jobId: string }
  | { readonly _tag: 'Cluster'; readonly jobIds: readonly string[] }

const jobSuffix = /^([0-9a-f]{32})-(?:config-map|jobmanager-leader)$/u
const clusterSuffixes = ['cluster-config-map', 'dispatcher-leader', 'resourcemanager-leader', 'restserver-leader']
const storedPlan = /^(?:jobGraph|executionPlan)-(.*)$/u
const clusterKey = /^(?:org\.apache\.flink\.k8s\.leader\.|jobGraph-|executionPlan-|address$|sessionId$|runningJobsRegistry-)/u

const planStores = ['cluster-config-map', 'dispatcher-leader']

/** True if Flink stores the graphs and plans of this cluster's jobs in this ConfigMap. */
export const isPlanStore = (clusterId: string, configMap: Pick<ConfigMapView, 'name' | 'dataKeys'>): boolean =>
  planStores.some(suffix => configMap.name === `${clusterId}-${suffix}`) && haConfigMap(clusterId, configMap)?._tag === 'Cluster'

/** Null: the ConfigMap does not belong to this cluster's HA services. */
export const haConfigMap = (clusterId: string, { name, dataKeys }: Pick<ConfigMapView, 'name' | 'dataKeys'>): HaConfigMap | null => {
  if (!name.startsWith(`${clusterId}-`)) return null
  const suffix = name.slice(clusterId.length + 1)
  const job = jobSuffix.exec(suffix)?.[1]
  if (job !== undefined) return { _tag: 'Job', jobId: job }
  return clusterSuffixes.includes(suffix) && dataKeys.every(key => clusterKey.test(key))
    ? { _tag: 'Cluster', jobIds: dataKeys.flatMap(key => storedPlan.exec(key)?.[1] ?? []) } : null
}

/** Name of the ConfigMap with the cluster's leaders and stored plans, in current Flink versions (kubernetes-ha.md, section 2.1). */
export const clusterConfigMapName = (clusterId: string): string => `${clusterId}-cluster-config-map`

/** Name of the ConfigMap with one job's checkpoints. */
export const jobConfigMapName = (clusterId: string, jobId: string): string => `${clusterId}-${jobId}-config-map`
