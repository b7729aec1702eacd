import type { FlinkDeploymentSpec } from '../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import type { ResourceMeta } from '../resource/resource-meta.ts'

/** A FlinkDeployment as rules of other resources read it. */
export interface FlinkDeploymentView {
  readonly meta: ResourceMeta
  readonly spec: FlinkDeploymentSpec
  readonly status: FlinkDeploymentStatus
}
