import { printDouble } from '../flink/configuration/value-text.ts'
import type { AutoscalerConfiguration } from './autoscaler-configuration.ts'
import type { AutoscalerEvent } from './autoscaler-event.ts'
import type { ScalingRecord, DelayedVertex, RecommendedParallelism } from './autoscaler-state.ts'
import { averageOf, currentOf, type MetricsOf } from './evaluated-metrics.ts'
import type { VertexId } from './topology.ts'
import type { VertexWish } from './vertex-wish.ts'
import type { EpochMillis, Millis } from '../contract/resource/time.ts'

type Options = Pick<
  AutoscalerConfiguration,
  'scalingEffectivenessThreshold' | 'scalingEffectivenessDetectionEnabled' | 'scalingEventInterval'
>

interface ScaledVertex {
  readonly id: VertexId
  readonly metrics: MetricsOf
  readonly parallelism: number
}

/** Detects that the last scale-up gained less than the required share of its expected gain, and returns an event. */
export const ineffectiveScaleUp = (
  { id, metrics, parallelism }: ScaledVertex,
  history: readonly ScalingRecord[],
  options: Options,
): AutoscalerEvent | null => {
  const last = history.at(-1)
  if (last === undefined || last.newParallelism <= last.currentParallelism || last.newParallelism !== parallelism) return null
  const before = averageOf(last.metrics, 'TRUE_PROCESSING_RATE')
  const expected = currentOf(last.metrics, 'EXPECTED_PROCESSING_RATE') - before
  const actual = averageOf(metrics, 'TRUE_PROCESSING_RATE') - before
  // NaN counts as ineffective, as in the reference operator
  if (actual / expected >= options.scalingEffectivenessThreshold) return null
  const state = options.scalingEffectivenessDetectionEnabled ? 'enabled' : 'disabled'
  return {
    type: 'Normal',
    reason: 'IneffectiveScaling',
    message:
      `Ineffective scaling detected for ${id} (expected increase: ${printDouble(expected)}, actual increase ${printDouble(actual)}). `
      + `Blocking of ineffective scaling decisions is ${state}`,
    key: `ineffective${id}${printDouble(expected)}`,
    interval: options.scalingEventInterval,
    unlessSame: null,
  }
}

/** Event if a deprecated alignment mode can not reach the desired parallelism. Text of the reference operator. */
export const scalingLimited = (
  id: VertexId,
  { wished, aligned, keyGroupsOrPartitions, limits }: VertexWish,
  { scalingEventInterval }: Pick<AutoscalerConfiguration, 'scalingEventInterval'>,
): AutoscalerEvent => ({
  type: 'Warning',
  reason: 'ScalingLimited',
  message: `Scaling limited detected for ${id} (expected parallelism: ${wished}, actual parallelism ${aligned.parallelism}). `
    + `Scaling limited due to numKeyGroupsOrPartitions : ${keyGroupsOrPartitions}，`
    + `upperBoundForAlignment(maxParallelism or parallelismUpperLimit): ${limits.upper}, parallelismLowerLimit: ${limits.lower}.`,
  key: `ScalingLimited${id}`,
  interval: scalingEventInterval,
  unlessSame: null,
})

/** The parallelism that is recommended for a vertex now. */
export type WishedParallelism = Pick<RecommendedParallelism, 'parallelism' | 'isOutsideBounds'>

export interface DelayedWish {
  /** The delayed scale-down to store. */
  readonly delayed: DelayedVertex
  /** The parallelism to scale down to; null: the interval has not passed yet. */
  readonly due: WishedParallelism | null
}

/** Adds a recommendation and drops smaller earlier ones, so that the list decreases strictly and starts with the largest. */
const withWish = (recommended: readonly RecommendedParallelism[], wish: RecommendedParallelism): readonly RecommendedParallelism[] => [
  ...recommended.slice(0, recommended.findLastIndex(({ parallelism }) => parallelism > wish.parallelism) + 1),
  wish,
]

/**
 * Delays a scale-down of a vertex (autoscaler.md, section 5.7): the vertex scales down once that was recommended continuously for
 * `interval`, to the largest parallelism recommended in that time.
 */
export const delayedWish = (
  before: DelayedVertex | null,
  wish: WishedParallelism,
  { now, interval }: { readonly now: EpochMillis; readonly interval: Millis },
): DelayedWish => {
  const firstTrigger = before?.firstTrigger ?? { at: now }
  const recommended = withWish(before?.recommended ?? [], { at: now, ...wish })
  const start = now - interval
  if (start < firstTrigger.at) return { delayed: { firstTrigger, recommended }, due: null }
  const inInterval = recommended.slice(Math.max(0, recommended.findIndex(({ at }) => at >= start)))
  return { delayed: { firstTrigger, recommended: inInterval }, due: inInterval[0] ?? wish }
}
