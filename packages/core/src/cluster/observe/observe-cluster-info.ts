import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { ConfiguredCluster } from '../../spec/configured-spec.ts'
import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import { withStatus } from '../../contract/round/status-change.ts'

/**
 * `status.taskManager`, for the scale subresource (control-flow.md, section 1.1): selector and number of TaskManagers of a running job. It
 * is empty for null, a job that should not run.
 */
export const taskManagerInfo = (name: string, running: ConfiguredCluster | null): FlinkDeploymentStatus['taskManager'] => {
  if (running === null) return { labelSelector: '', replicas: 0 }
  const parallelism = Number(running.effective.configuration['parallelism.default'] ?? '1')
  const slots = Number(running.effective.configuration['taskmanager.numberOfTaskSlots'] ?? '1')
  return { labelSelector: `component=taskmanager,app=${name}`, replicas: Math.ceil(parallelism / Math.max(1, slots)) || 0 }
}

/**
 * `clusterInfo` from `GET /config`: merged, never shrinking (control-flow.md, sections 1.1 and 3.3). Optional: unreadable parts are
 * omitted.
 */
export const observeClusterInfo = (status: FlinkDeploymentStatus, { clusterOverview }: ClusterFacts): FlinkDeploymentStatus => {
  if (clusterOverview?._tag !== 'Known') return status
  const { flinkVersion, flinkRevision } = clusterOverview.value
  const { clusterInfo } = status
  return clusterInfo['flink-version'] === flinkVersion && clusterInfo['flink-revision'] === flinkRevision
    ? status
    : withStatus(status, { clusterInfo: { ...clusterInfo, 'flink-version': flinkVersion, 'flink-revision': flinkRevision } })
}
