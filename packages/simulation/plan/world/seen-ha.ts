import { haConfigMap } from '@flink-operator/core/cluster'
import type { ConfigMapView } from '@flink-operator/core/fact'
import { clusterConfiguration } from '../../src/flink/cluster-configuration.ts'
import { type HaJob, type HaMetadata, noHaMetadata, noZooKeeperNodes, type ZooKeeperNodes } from '../../src/flink/ha-metadata.ts'
import { type FlinkJob, isAlive } from '../../src/flink/job-manager-process.ts'
import { assumedCheckpoint, type SeenJobManager } from './seen-job.ts'

const pointerOf = (dataKeys: readonly string[], job: FlinkJob | undefined): string | null =>
  dataKeys.some(key => key.startsWith('checkpointID-')) ? job?.statistics.completed?.path ?? assumedCheckpoint : null

const haJob = (jobId: string, { uid, resourceVersion, dataKeys }: ConfigMapView, job: FlinkJob | undefined): HaJob => ({
  uid,
  version: resourceVersion,
  jobId,
  checkpointId: Number(dataKeys.findLast(key => key.startsWith('checkpointID-'))?.slice('checkpointID-'.length) ?? 1),
  pointer: pointerOf(dataKeys, job),
  counter: dataKeys.includes('counter'),
})

/** From its observed ConfigMaps. */
const listed = (
  { input: { clusterId, attempt } }: SeenJobManager,
  views: readonly ConfigMapView[],
  jobs: readonly FlinkJob[],
): HaMetadata =>
  views.reduce<HaMetadata>((sofar, view) => {
    const found = view.deleting ? null : haConfigMap(clusterId, view)
    switch (found?._tag) {
      case 'Cluster':
        return {
          ...sofar,
          cluster: { uid: view.uid, version: view.resourceVersion, plans: found.jobIds.map(jobId => ({ jobId, attempt })) },
        }
      case 'Job':
        return { ...sofar, jobs: [...sofar.jobs, haJob(found.jobId, view, jobs.find(({ jobId }) => jobId === found.jobId))] }
      case undefined:
        return sofar
    }
  }, noHaMetadata)

/**
 * The assumed HA metadata: the cluster's part outlives the JobManagers; the job's part exists until the job ends, or while the status
 * says that the job restores from it.
 */
const assumed = ({ input: { clusterId, attempt }, status }: SeenJobManager, jobs: readonly FlinkJob[]): HaMetadata => {
  const { lastState } = status.operatorRecord
  if (lastState._tag === 'NeverStarted') return noHaMetadata
  const kept = jobs.length === 0 && lastState._tag === 'InHighAvailability' ? [{ jobId: lastState.jobId, completed: keptCheckpoint }] : []
  const known = [...jobs.filter(isAlive).map(({ jobId, statistics: { completed } }) => ({ jobId, completed })), ...kept]
  return {
    cluster: { uid: `uid-of-ha-${clusterId}`, version: '1', plans: known.map(({ jobId }) => ({ jobId, attempt })) },
    jobs: known.map(({ jobId, completed }) => ({
      uid: `uid-of-ha-${jobId}`,
      version: '1',
      jobId,
      checkpointId: completed?.id ?? 1,
      pointer: completed?.path ?? null,
      counter: completed !== null,
    })),
  }
}

const keptCheckpoint = { id: 1, path: assumedCheckpoint }

/** HA metadata in Kubernetes, and in ZooKeeper, which a plan can't query. */
export const seenHa = (
  seen: SeenJobManager,
  jobs: readonly FlinkJob[],
): { readonly ha: HaMetadata; readonly zooKeeper: ZooKeeperNodes } => {
  const { highAvailability, inZooKeeper, zooKeeperNode } = clusterConfiguration(seen.input)
  const { configMaps } = seen.facts
  const ha = configMaps?._tag === 'Known' ? listed(seen, configMaps.value, jobs)
    : highAvailability && !inZooKeeper ? assumed(seen, jobs) : noHaMetadata
  return { ha, zooKeeper: zooKeeperNode === null ? noZooKeeperNodes : { [zooKeeperNode]: assumed(seen, jobs) } }
}
