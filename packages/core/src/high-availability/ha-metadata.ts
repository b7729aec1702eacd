import type { Fact } from '../fact/fact.ts'
import type { ConfigMapView } from '../fact/object-view.ts'
import type { HaMetadata } from '../job-upgrade/upgrade-inputs.ts'

/** The ConfigMap that Flink keeps the checkpoints of one job in (kubernetes-ha.md, sections 2.1 and 7.2). */
const isJobConfigMap = (clusterId: string, jobId: string) => ({ name, deleting }: ConfigMapView): boolean =>
  !deleting && (name === `${clusterId}-${jobId}-config-map` || name === `${clusterId}-${jobId}-jobmanager-leader`)

/**
 * Is HA metadata of this very job there? ConfigMaps of other jobs, of the cluster, or being deleted don't count (B06, H-D06, H-D07);
 * one without a checkpoint does (B07). A list that could not be read is Unknown.
 */
export const haMetadataOf = (configMaps: Fact<readonly ConfigMapView[]> | undefined, clusterId: string, jobId: string | null): HaMetadata => {
  if (configMaps === undefined || configMaps.source === 'cache') return 'NotLooked'
  if (configMaps._tag === 'Unknown') return 'Unknown'
  if (configMaps._tag === 'Absent' || jobId === null) return 'NotAvailable'
  return configMaps.value.some(isJobConfigMap(clusterId, jobId)) ? 'Available' : 'NotAvailable'
}

/** Does HA metadata of this job point to a checkpoint (kubernetes-ha.md, section 7.2)? */
export const hasCheckpointPointer = (configMaps: readonly ConfigMapView[], clusterId: string, jobId: string): boolean =>
  configMaps.filter(isJobConfigMap(clusterId, jobId)).some(({ dataKeys }) => dataKeys.some(key => key.startsWith('checkpointID-')))

/** ConfigMaps made by the operator, not by Flink (cluster-manifests.md, section 1.1). */
const isOwn = (clusterId: string) => ({ name, labels }: ConfigMapView): boolean =>
  name === `flink-config-${clusterId}` || name === `pod-template-${clusterId}` || name === `hadoop-config-${clusterId}` || labels['component'] === 'autoscaler'

/** Every ConfigMap that Flink's HA services keep for the cluster, whatever the job. */
export const haConfigMaps = (configMaps: readonly ConfigMapView[], clusterId: string): readonly ConfigMapView[] =>
  configMaps.filter(configMap => !isOwn(clusterId)(configMap) && (configMap.name.endsWith('-config-map') || configMap.name.endsWith('-leader')))

/** What the operator itself left: has to be gone, or belong to the attempt, before a deploy. */
export const ownConfigMaps = (configMaps: readonly ConfigMapView[], clusterId: string): readonly ConfigMapView[] =>
  configMaps.filter(configMap => isOwn(clusterId)(configMap) && configMap.labels['component'] !== 'autoscaler')

/** Stored job graphs and execution plans: removed before each deploy, so that the new description of the job takes effect (B21). */
export const executionPlanKeys = ({ dataKeys }: ConfigMapView): readonly string[] =>
  dataKeys.filter(key => key.startsWith('jobGraph-') || key.startsWith('executionPlan-'))
