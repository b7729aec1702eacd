import type { EpochMillis, Millis } from '@flink-operator/core'
import type { Clock } from './clock.ts'

/** A clock that a test or the sandbox advances. */
export interface ManualClock extends Clock {
  /** Advances by `by`, fires due timers in order, and lets pending promises run after each timer. */
  readonly advance: (by: Millis) => Promise<void>
  /** Number of pending timers. */
  readonly pending: () => number
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

export const manualClock = (start: EpochMillis = 0): ManualClock => {
  let now = start
  let timers: readonly { readonly at: EpochMillis; readonly then: () => void }[] = []
  return {
    now: () => now,
    after: (delay, then) => {
      const timer = { at: now + Math.max(0, delay), then }
      timers = [...timers, timer]
      return () => {
        timers = timers.filter(other => other !== timer)
      }
    },
    advance: async by => {
      const end = now + by
      await settle()
      for (;;) {
        const next = timers.filter(timer => timer.at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        now = Math.max(now, next.at)
        timers = timers.filter(other => other !== next)
        next.then()
        await settle()
      }
      now = end
    },
    pending: () => timers.length,
  }
}
