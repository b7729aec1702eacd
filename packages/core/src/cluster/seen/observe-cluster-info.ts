import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { withStatus } from '../../round/status-change.ts'

/**
 * `clusterInfo` from `GET /config`: merged, never shrinking (control-flow.md, sections 1.1 and 3.3). Optional: what can't be read is left
 * out.
 */
export const observeClusterInfo = (status: FlinkDeploymentStatus, { clusterOverview }: ClusterFacts): FlinkDeploymentStatus => {
  if (clusterOverview?._tag !== 'Known') return status
  const { flinkVersion, flinkRevision } = clusterOverview.value
  const { clusterInfo } = status
  return clusterInfo['flink-version'] === flinkVersion && clusterInfo['flink-revision'] === flinkRevision
    ? status
    : withStatus(status, { clusterInfo: { ...clusterInfo, 'flink-version': flinkVersion, 'flink-revision': flinkRevision } })
}
