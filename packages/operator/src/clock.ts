import type { EpochMillis, Millis } from '@flink-operator/core'

/** Stops a timer; harmless when it has already fired. */
export type Cancel = () => void

/** Time as the operator's loops see it; tests bring a clock that they move themselves. */
export interface Clock {
  readonly now: () => EpochMillis
  /** Calls `then` once, after `delay`. A delay longer than a timer can hold (about 24 days) fires early: callers look at `now` again. */
  readonly after: (delay: Millis, then: () => void) => Cancel
}

/** Node keeps timer delays in 31 bits and fires at once above that. */
const longestTimer = 2 ** 31 - 1

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delay, then) => {
    const timer = setTimeout(then, Math.min(Math.max(0, delay), longestTimer))
    return () => clearTimeout(timer)
  },
}

/** Resolves after `delay`. */
export const sleep = (clock: Clock, delay: Millis): Promise<void> => new Promise(resolve => { clock.after(delay, resolve) })
