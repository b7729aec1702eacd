import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { withStatus } from '../../contract/round/status-change.ts'

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
