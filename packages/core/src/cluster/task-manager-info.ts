import type { FlinkDeploymentStatus } from '../contract/resource/flink-deployment-status.ts'
import type { ConfiguredCluster } from '../spec/configured-spec.ts'

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
