import type { Millis } from '@flink-operator/core'
import type { Clock } from '../clock.ts'
import type { LoopLoad } from './busy-loop.ts'

/**
 * Decides which group (namespace) may begin work now, over the queues of all kinds, which share one process. Groups with little
 * recent work have priority, so that hundreds of resources of one namespace do not slow down the rounds of another (S11).
 */
export interface FairShare {
  /** True if no group may begin work. */
  readonly isFull: () => boolean
  readonly mayBegin: (group: string) => boolean
  readonly began: (group: string) => void
  /** Work ended: waiting queues check again, in the order of their turns. */
  readonly ended: (group: string) => void
  /** The queue has work that may not begin yet. `look` is called when it should check again; the same function is registered once. */
  readonly waits: (look: () => void) => void
  readonly rests: (look: () => void) => void
  /** Number of groups with kept entries, for the leak check (P24). */
  readonly groups: () => number
}

interface Use {
  running: number
  /** Number of pieces of work that began; their weight halves with each `halfLife`. */
  recent: number
  at: Millis
}

const halfLife: Millis = 10_000

/**
 * Concurrent pieces of work while the event loop is busy: more would only slow down all of them. A group without running work may
 * begin up to `withNewcomers`.
 */
const together = 4
const withNewcomers = 8

/** A group outranks another one if the other had more than this many times as much recent work. */
const muchMore = 4

/** A group that began nothing for this long may not be outranked. */
const longestWait: Millis = 1_000

/**
 * `load`: how busy the event loop is. While it is busy, only few pieces of work run concurrently. Otherwise only a few begin before
 * each new measurement, because hundreds may become due at once in an idle process.
 */
export const createFairShare = (load: () => LoopLoad, clock: Pick<Clock, 'now' | 'steady'>): FairShare => {
  // a wall clock that is set back must not delay any group (F15)
  const now = clock.steady ?? clock.now
  const uses = new Map<string, Use>()
  const waiting = new Set<() => void>()
  let total = 0
  let stretch = 0
  let begunInStretch = 0

  const recentOf = ({ recent, at }: Use): number => recent * 0.5 ** ((now() - at) / halfLife)

  const isOutranked = (group: string): boolean => {
    const own = uses.get(group)
    if (own === undefined || now() - own.at > longestWait) return false
    const recent = recentOf(own)
    for (const [other, use] of uses)
      if (other !== group && use.running > 0 && muchMore * (recentOf(use) + 1) < recent) return true
    return false
  }

  const dropIdle = (): void => {
    for (const [group, use] of uses) if (use.running === 0 && recentOf(use) < 0.5) uses.delete(group)
  }

  /** True if the event loop has time for one more piece of work. */
  const hasTime = (): boolean => {
    const { isBusy, stretches } = load()
    if (stretches !== stretch) [stretch, begunInStretch] = [stretches, 0]
    return !isBusy && (total < together || begunInStretch < together)
  }

  return {
    isFull: () => total >= withNewcomers && !hasTime(),
    mayBegin: group => {
      if (hasTime() || total === 0) return true
      const isNewcomer = (uses.get(group)?.running ?? 0) === 0
      return total < (isNewcomer ? withNewcomers : together) && !isOutranked(group)
    },
    began: group => {
      const use = uses.get(group) ?? { running: 0, recent: 0, at: now() }
      uses.set(group, { running: use.running + 1, recent: recentOf(use) + 1, at: now() })
      total += 1
      begunInStretch += 1
    },
    ended: group => {
      const use = uses.get(group)
      if (use === undefined) return
      use.running -= 1
      total -= 1
      dropIdle()
      for (const look of [...waiting]) {
        const before = total
        look()
        // it had its turn: moves to the end
        if (total > before && waiting.delete(look)) waiting.add(look)
      }
    },
    waits: look => void waiting.add(look),
    rests: look => void waiting.delete(look),
    groups: () => uses.size,
  }
}
