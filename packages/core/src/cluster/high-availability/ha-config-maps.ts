import type { ConfigMapView } from '../../contract/fact/object-view.ts'
import type { HaMetadata } from '../../contract/fact/zookeeper-ha-view.ts'
import type { WorldAction } from '../../contract/action/action.ts'
import type { Fact } from '../../contract/fact/fact.ts'
import type { ResourceMeta } from '../../contract/resource/resource.ts'
import { hasNameOfOurs } from '../observe/classify-ownership.ts'

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

/** True for the ConfigMap in which Flink keeps one job's checkpoints (kubernetes-ha.md, sections 2.1 and 7.2). */
const isJobConfigMap = (clusterId: string, jobId: string) => ({ name, deleting }: ConfigMapView): boolean =>
  !deleting && (name === jobConfigMapName(clusterId, jobId) || name === `${clusterId}-${jobId}-jobmanager-leader`)

/**
 * Whether HA metadata of this very job exists. ConfigMaps of other jobs, of the cluster, or in deletion do not count (B06, H-D06, H-D07). A
 * ConfigMap without a checkpoint does (B07). A failed list is Unknown.
 */
export const haMetadataOf = (
  configMaps: Fact<readonly ConfigMapView[]> | undefined,
  clusterId: string,
  jobId: string | null,
): HaMetadata => {
  if (configMaps === undefined || configMaps.source === 'cache') return 'NotLooked'
  if (configMaps._tag === 'Unknown') return 'Unknown'
  if (configMaps._tag === 'Absent' || jobId === null) return 'NotAvailable'
  return configMaps.value.some(isJobConfigMap(clusterId, jobId)) ? 'Available' : 'NotAvailable'
}

/**
 * True if HA metadata of this job certainly holds no checkpoint yet. Its counter shows that: Flink writes the counter with the first
 * checkpoint or a restored savepoint, and removes it, like the pointers, when the job has ended. Without both, a job that ended and a job
 * that has not begun look the same (kubernetes-ha.md, sections 3 and 5). An unusable pointer does not mean that there never was one.
 */
export const isBeforeFirstCheckpoint = (configMaps: readonly ConfigMapView[], clusterId: string, jobId: string): boolean =>
  configMaps.filter(isJobConfigMap(clusterId, jobId)).some(({ dataKeys }) => dataKeys.includes('counter'))
  && !configMaps.filter(isJobConfigMap(clusterId, jobId)).some(({ dataKeys }) => dataKeys.some(isPointer))

const isPointer = (key: string): boolean => key.startsWith('checkpointID-')

/** True if HA metadata of this job points to a checkpoint that Flink would restore (kubernetes-ha.md, section 7.2; H30, H31). */
export const hasCheckpointPointer = (configMaps: readonly ConfigMapView[], clusterId: string, jobId: string): boolean =>
  configMaps.filter(isJobConfigMap(clusterId, jobId)).some(({ dataKeys, unusablePointers = [] }) =>
    dataKeys.some(key => isPointer(key) && !unusablePointers.includes(key))
  )

/**
 * True if HA metadata holds the job's progress, so that the next JobManager restores it: the job's own ConfigMap points to a checkpoint, or
 * shows that none was completed yet. A plan alone restores the job from what it was submitted with, and a ConfigMap without pointer and
 * counter proves nothing (P01; H23, H31).
 */
export const isStateKept = (configMaps: readonly ConfigMapView[], clusterId: string, jobId: string): boolean =>
  hasCheckpointPointer(configMaps, clusterId, jobId) || isBeforeFirstCheckpoint(configMaps, clusterId, jobId)

/**
 * The ConfigMaps of Flink's HA services for these jobs: the jobs' own, and the cluster's if it stores no other job. A decision may delete
 * only these: another job's metadata is state that is still needed.
 */
export const haConfigMaps = (
  configMaps: readonly ConfigMapView[],
  clusterId: string,
  jobIds: readonly string[],
): readonly ConfigMapView[] =>
  configMaps.filter(configMap => {
    const it = haConfigMap(clusterId, configMap)
    return it?._tag === 'Job' ? jobIds.includes(it.jobId) : it?._tag === 'Cluster' && jobIds.length > 0 && it.jobIds.every(jobId =>
      jobIds.includes(jobId)
    )
  })

/** HA metadata under this cluster's id that names another job, with that job's id. With it Flink would recover the other job. */
export const haMetadataOfOthers = (
  configMaps: readonly ConfigMapView[],
  clusterId: string,
  jobIds: readonly string[],
): readonly (ConfigMapView & { readonly jobId: string })[] =>
  configMaps.flatMap(configMap => {
    const it = haConfigMap(clusterId, configMap)
    const other = (it?._tag === 'Job' ? [it.jobId] : (it?.jobIds ?? [])).find(jobId => !jobIds.includes(jobId))
    return other === undefined ? [] : [{ ...configMap, jobId: other }]
  }).sort((a, b) => (a.name < b.name ? -1 : 1))

/** ConfigMaps that the operator creates itself. Before a deploy they have to be gone or belong to the attempt. */
export const ownConfigMaps = (configMaps: readonly ConfigMapView[], clusterId: string): readonly ConfigMapView[] =>
  configMaps.filter(({ name }) => hasNameOfOurs(clusterId, { kind: 'ConfigMap', name }))

/**
 * Keys of the stored job graphs and execution plans of these jobs. They are removed before each deploy, so that the new description of the
 * job takes effect (B21).
 */
export const executionPlanKeys = ({ dataKeys }: ConfigMapView, jobIds: readonly string[]): readonly string[] => {
  const keys = new Set(jobIds.flatMap(jobId => [`jobGraph-${jobId}`, `executionPlan-${jobId}`]))
  return dataKeys.filter(key => keys.has(key))
}

/** Deletes the HA ConfigMaps that are not being deleted yet, each as it was observed. Null: there are none. */
export const haDeletion = (
  { namespace, name }: Pick<ResourceMeta, 'namespace' | 'name'>,
  configMaps: readonly ConfigMapView[],
): WorldAction | null => {
  const left = configMaps.filter(({ deleting }) => !deleting)
  return left.length === 0 ? null
    : { _tag: 'DeleteHaMetadata', namespace, clusterId: name, configMaps: left.map(it => ({ name: it.name, uid: it.uid })) }
}
