import type { AutoscalerEvent } from './autoscaler-event.ts'
import type { DelayedVertex } from './autoscaler-state.ts'
import type { MetricsOf } from './evaluated-metrics.ts'

/**
 * Rows of the decision on one vertex (autoscaler.md, sections 5.3 to 5.7), in the order in which they are tried.
 *
 * - `no-rate`: the true processing rate or the parallelism is not known.
 * - `no-capacity`: what has to be processed is not known.
 * - `held-back`: what it would grow for can not arrive.
 * - `enough`: within the limits the current parallelism is the wanted one.
 * - `aligned-to-current`: partitions or key groups allow no better parallelism.
 * - `busy`: it would scale down, and is as busy as it should be at most.
 * - `contradictory`: it would scale down, and the metrics contradict each other.
 * - `ineffective`: the last scale-up did not help.
 * - `scale-up`
 * - `delayed`: it waits until the wish to scale down has lasted long enough.
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

/** A row of the table by which a vertex is scaled or not. */
export type VertexRow = (typeof vertexRows)[number]

/** What becomes of one vertex, and why. */
export interface VertexDecision {
  readonly row: VertexRow
  /** One sentence with the numbers that decided. */
  readonly reason: string
  /** The current parallelism where the vertex does not change. */
  readonly newParallelism: number
  /** True: this vertex alone is reason enough to scale the job. False also where it does not change. */
  readonly isOutsideBounds: boolean
  /** The vertex's metrics, with EXPECTED_PROCESSING_RATE where it was computed; they go into the report and the history. */
  readonly metrics: MetricsOf
  /** The delayed scale-down of the vertex from now on; null: none. */
  readonly delayed: DelayedVertex | null
  readonly events: readonly AutoscalerEvent[]
}
