import type { ConfigMapView } from '../../fact/object-view.ts'

/**
 * What a ConfigMap of Flink's HA services is of (kubernetes-ha.md, section 2): of one job, or of the cluster, with the jobs whose graph it
 * stores. The name counts as a whole and, for the cluster's, what is in it: labels can be anybody's.
 */
export type HaConfigMap =
  | { readonly _tag: 'Job'; readonly jobId: string }
  | { readonly _tag: 'Cluster'; readonly jobIds: readonly string[] }

const jobSuffix = /^([0-9a-f]{32})-(?:config-map|jobmanager-leader)$/u
const clusterSuffixes = ['cluster-config-map', 'dispatcher-leader', 'resourcemanager-leader', 'restserver-leader']
const storedPlan = /^(?:jobGraph|executionPlan)-(.*)$/u
const clusterKey = /^(?:org\.apache\.flink\.k8s\.leader\.|jobGraph-|executionPlan-|address$|sessionId$|runningJobsRegistry-)/u

const planStores = ['cluster-config-map', 'dispatcher-leader']

/** Does Flink store the graphs and plans of this cluster's jobs there? */
export const isPlanStore = (clusterId: string, configMap: Pick<ConfigMapView, 'name' | 'dataKeys'>): boolean =>
  planStores.some(suffix => configMap.name === `${clusterId}-${suffix}`) && haConfigMap(clusterId, configMap)?._tag === 'Cluster'

/** Null: it is none of this cluster's. */
export const haConfigMap = (clusterId: string, { name, dataKeys }: Pick<ConfigMapView, 'name' | 'dataKeys'>): HaConfigMap | null => {
  if (!name.startsWith(`${clusterId}-`)) return null
  const suffix = name.slice(clusterId.length + 1)
  const job = jobSuffix.exec(suffix)?.[1]
  if (job !== undefined) return { _tag: 'Job', jobId: job }
  return clusterSuffixes.includes(suffix) && dataKeys.every(key => clusterKey.test(key))
    ? { _tag: 'Cluster', jobIds: dataKeys.flatMap(key => storedPlan.exec(key)?.[1] ?? []) } : null
}

/** The ConfigMap of the cluster's leaders and stored plans, as Flink names it today (kubernetes-ha.md, section 2.1). */
export const clusterConfigMapName = (clusterId: string): string => `${clusterId}-cluster-config-map`

/** The ConfigMap of one job's checkpoints. */
export const jobConfigMapName = (clusterId: string, jobId: string): string => `${clusterId}-${jobId}-config-map`
