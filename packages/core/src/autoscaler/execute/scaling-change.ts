import type { MetricsOf } from '../evaluated-metrics.ts'
import type { VertexId } from '../topology.ts'

/** A vertex that is to be scaled, with the metrics that led to it. */
export interface ScalingChange {
  readonly id: VertexId
  readonly current: number
  readonly parallelism: number
  readonly isOutsideBounds: boolean
  readonly metrics: MetricsOf
}
