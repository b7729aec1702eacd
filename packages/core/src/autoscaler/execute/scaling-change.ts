import type { MetricsOf } from '../evaluated-metrics.ts'
import type { VertexId } from '../topology.ts'

/** A vertex to scale, with the metrics that led to the decision. */
export interface ScalingChange {
  readonly id: VertexId
  readonly current: number
  readonly parallelism: number
  readonly isOutsideBounds: boolean
  readonly metrics: MetricsOf
}
