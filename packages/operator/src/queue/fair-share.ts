import type { Millis } from '@flink-operator/core'
import type { Clock } from '../clock.ts'
import type { LoopLoad } from './busy-loop.ts'

/**
 * Which group (namespace) may begin a piece of work now, over the queues of all kinds: they share one process. Groups that had little work
 * lately go before those that had much, so that hundreds of resources of one namespace do not slow down the round of another one (S11).
 */
export interface FairShare {
  /** No group may begin anything. */
  readonly isFull: () => boolean
  readonly mayBegin: (group: string) => boolean
  readonly began: (group: string) => void
  /** Queues that wait for it look again, those first whose turn it is. */
  readonly ended: (group: string) => void
  /** That queue has work that may not begin yet; the same function is kept once. */
  readonly waits: (look: () => void) => void
  readonly rests: (look: () => void) => void
  /** Groups of which something is kept, to see that nothing leaks (P24). */
  readonly groups: () => number
}

interface Use {
  running: number
  /** Pieces of work that began, older ones counting less: half after each `halfLife`. */
  recent: number
  at: Millis
}

const halfLife: Millis = 10_000

/**
 * So many pieces of work may be under way while the process has no time to spare: more of them would only make each one slower. A group
 * that has none under way begins one beyond them.
 */
const together = 4
const withNewcomers = 8

/** A group had much more work than another one where it had more than so many times as much, and some more. */
const muchMore = 4

/** No group waits for longer than that since it began something, whatever the others do. */
const longestWait: Millis = 1_000

/**
 * `load`: how much time the process has to spare. Without time to spare few pieces of work are under way at a time. With it, more than a
 * few begin only as that is seen: hundreds may be due at once where nothing was to be done before.
 */
export const createFairShare = (load: () => LoopLoad, clock: Pick<Clock, 'now' | 'steady'>): FairShare => {
  // a wall clock that is set back must not keep anybody waiting (F15)
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

  /** Is there time for one more, whoever begins it? */
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
        // it had its turn
        if (total > before && waiting.delete(look)) waiting.add(look)
      }
    },
    waits: look => void waiting.add(look),
    rests: look => void waiting.delete(look),
    groups: () => uses.size,
  }
}
