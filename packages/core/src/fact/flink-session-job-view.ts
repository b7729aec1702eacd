import type { FlinkSessionJobSpec, FlinkSessionJobStatus } from '../resource/flink-session-job.ts'
import type { ResourceMeta } from '../resource/resource-meta.ts'

/** A FlinkSessionJob as other resources look at it. */
export interface FlinkSessionJobView {
  readonly meta: ResourceMeta
  readonly spec: FlinkSessionJobSpec
  readonly status: FlinkSessionJobStatus
}
