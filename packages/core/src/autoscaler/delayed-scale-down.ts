import type { EpochMillis, Millis } from '../resource/time.ts'
import type { DelayedVertex, RecommendedParallelism } from './autoscaler-state.ts'

/** What a vertex wishes now. */
export type WishedParallelism = Pick<RecommendedParallelism, 'parallelism' | 'isOutsideBounds'>

export interface DelayedWish {
  /** To be remembered. */
  readonly delayed: DelayedVertex
  /** What the interval allows; null: it has not passed yet. */
  readonly due: WishedParallelism | null
}

/** Entries that a larger wish covers go, so that the list falls strictly and its head is the largest of the interval. */
const withWish = (recommended: readonly RecommendedParallelism[], wish: RecommendedParallelism): readonly RecommendedParallelism[] => [
  ...recommended.slice(0, recommended.findLastIndex(({ parallelism }) => parallelism > wish.parallelism) + 1),
  wish,
]

/**
 * A vertex wishes to scale down (autoscaler.md, section 5.7): it does after `interval` of continuous wish, to the largest parallelism that
 * it wished in that time.
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
