import type { EpochMillis, Millis } from '../contract/resource/time.ts'
import type { DelayedVertex, RecommendedParallelism } from './autoscaler-state.ts'

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
