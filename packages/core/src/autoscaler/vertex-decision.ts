import type { AutoscalerEvent } from './autoscaler-event.ts'
import type { DelayedVertex } from './autoscaler-state.ts'
import type { MetricsOf } from './evaluated-metrics.ts'

/**
 * Rows of the decision on one vertex (autoscaler.md, sections 5.3 to 5.7), in the order of evaluation.
 *
 * - `no-rate`: the true processing rate or the parallelism is unknown.
 * - `no-capacity`: the required capacity is unknown.
 * - `held-back`: the records for which it would scale up can not reach it.
 * - `enough`: within the limits the current parallelism is the desired one.
 * - `aligned-to-current`: partitions or key groups allow no better parallelism.
 * - `busy`: it would scale down, but its load is at or above the target utilization.
 * - `contradictory`: it would scale down, but the metrics contradict each other.
 * - `ineffective`: the last scale-up was ineffective.
 * - `scale-up`
 * - `delayed`: it waits until the scale-down has been recommended for long enough.
 * - `scale-down`
 */
export const vertexRows = [
  'no-rate',
  'no-capacity',
  'held-back',
  'enough',
  'aligned-to-current',
  'busy',
  'contradictory',
  'ineffective',
  'scale-up',
  'delayed',
  'scale-down',
] as const

/** A row of the decision table for one vertex. */
export type VertexRow = (typeof vertexRows)[number]

/** The decision on one vertex, with its reason. */
export interface VertexDecision {
  readonly row: VertexRow
  /** The reason, as a sentence with the decisive numbers. */
  readonly reason: string
  /** The current parallelism if the vertex does not change. */
  readonly newParallelism: number
  /** True: this vertex alone is a sufficient reason to scale the job. False if it does not change. */
  readonly isOutsideBounds: boolean
  /** The vertex's metrics, with EXPECTED_PROCESSING_RATE where it was computed; they go into the report and the history. */
  readonly metrics: MetricsOf
  /** The delayed scale-down of the vertex from now on; null: none. */
  readonly delayed: DelayedVertex | null
  readonly events: readonly AutoscalerEvent[]
}
