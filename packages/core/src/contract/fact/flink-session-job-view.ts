import type { FlinkSessionJobSpec, FlinkSessionJobStatus } from '../resource/flink-session-job.ts'
import type { ResourceMeta } from '../resource/resource-meta.ts'

/** A FlinkSessionJob as rules of other resources read it. */
export interface FlinkSessionJobView {
  readonly meta: ResourceMeta
  readonly spec: FlinkSessionJobSpec
  readonly status: FlinkSessionJobStatus
}
