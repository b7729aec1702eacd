import type { HaMetadata } from '../../contract/fact/ha-metadata.ts'
import type { WorldAction } from '../../contract/action/action.ts'
import type { Fact } from '../../contract/fact/fact.ts'
import type { ConfigMapView } from '../../contract/fact/object-view.ts'
import type { ResourceMeta } from '../../contract/resource/resource-meta.ts'
import { hasNameOfOurs } from '../observe/classify-ownership.ts'
import { haConfigMap, jobConfigMapName } from './ha-config-map.ts'

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
