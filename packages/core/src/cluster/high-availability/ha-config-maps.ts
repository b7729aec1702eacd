import type { HaMetadata } from '../../fact/ha-metadata.ts'
import type { WorldAction } from '../../action/action.ts'
import type { Fact } from '../../fact/fact.ts'
import type { ConfigMapView } from '../../fact/object-view.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'
import { hasNameOfOurs } from '../seen/whose.ts'
import { haConfigMap, jobConfigMapName } from './ha-config-map.ts'

/** The ConfigMap that Flink keeps the checkpoints of one job in (kubernetes-ha.md, sections 2.1 and 7.2). */
const isJobConfigMap = (clusterId: string, jobId: string) => ({ name, deleting }: ConfigMapView): boolean =>
  !deleting && (name === jobConfigMapName(clusterId, jobId) || name === `${clusterId}-${jobId}-jobmanager-leader`)

/**
 * Is HA metadata of this very job there? ConfigMaps of other jobs, of the cluster, or being deleted don't count (B06, H-D06, H-D07);
 * one without a checkpoint does (B07). A list that could not be read is Unknown.
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
 * Does HA metadata of this job surely hold no checkpoint yet? Its counter says so: Flink writes it with the first checkpoint or a restored
 * savepoint, and removes it, as it does the pointers, when the job has ended. Without both nobody can tell a job that has ended from one
 * that has not begun (kubernetes-ha.md, sections 3 and 5). A pointer that can't be used is no sign that there never was one.
 */
export const isBeforeFirstCheckpoint = (configMaps: readonly ConfigMapView[], clusterId: string, jobId: string): boolean =>
  configMaps.filter(isJobConfigMap(clusterId, jobId)).some(({ dataKeys }) => dataKeys.includes('counter'))
  && !configMaps.filter(isJobConfigMap(clusterId, jobId)).some(({ dataKeys }) => dataKeys.some(isPointer))

const isPointer = (key: string): boolean => key.startsWith('checkpointID-')

/** Does HA metadata of this job point to a checkpoint that Flink would restore (kubernetes-ha.md, section 7.2; H30, H31)? */
export const hasCheckpointPointer = (configMaps: readonly ConfigMapView[], clusterId: string, jobId: string): boolean =>
  configMaps.filter(isJobConfigMap(clusterId, jobId)).some(({ dataKeys, unusablePointers = [] }) =>
    dataKeys.some(key => isPointer(key) && !unusablePointers.includes(key))
  )

/**
 * Does HA metadata keep what this job has come to, so that the next JobManager brings it back from there: does its own ConfigMap point to a
 * checkpoint, or say that there is none yet? A plan alone brings it back from what it was submitted with, and a ConfigMap without pointer
 * and counter proves nothing (P01; H23, H31).
 */
export const isStateKept = (configMaps: readonly ConfigMapView[], clusterId: string, jobId: string): boolean =>
  hasCheckpointPointer(configMaps, clusterId, jobId) || isBeforeFirstCheckpoint(configMaps, clusterId, jobId)

/**
 * What Flink's HA services keep for these jobs of the cluster: theirs, and the cluster's own where it stores no other job. All that a
 * decision may take away: another job's metadata is somebody's state.
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

/**
 * HA metadata under this cluster's id that names a job which is none of these, with that job: with it Flink would bring the other job back.
 */
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

/** What the operator itself made: has to be gone, or belong to the attempt, before a deploy. */
export const ownConfigMaps = (configMaps: readonly ConfigMapView[], clusterId: string): readonly ConfigMapView[] =>
  configMaps.filter(({ name }) => hasNameOfOurs(clusterId, { kind: 'ConfigMap', name }))

/**
 * Stored job graphs and execution plans of these jobs: removed before each deploy, so that the new description of the job takes effect
 * (B21).
 */
export const executionPlanKeys = ({ dataKeys }: ConfigMapView, jobIds: readonly string[]): readonly string[] => {
  const keys = new Set(jobIds.flatMap(jobId => [`jobGraph-${jobId}`, `executionPlan-${jobId}`]))
  return dataKeys.filter(key => keys.has(key))
}

/** HA metadata goes, those ConfigMaps of it that are not going already, each as it was seen; null: there is none. */
export const haDeletion = (
  { namespace, name }: Pick<ResourceMeta, 'namespace' | 'name'>,
  configMaps: readonly ConfigMapView[],
): WorldAction | null => {
  const left = configMaps.filter(({ deleting }) => !deleting)
  return left.length === 0 ? null
    : { _tag: 'DeleteHaMetadata', namespace, clusterId: name, configMaps: left.map(it => ({ name: it.name, uid: it.uid })) }
}
