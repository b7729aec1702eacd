import type { EpochMillis, Millis } from '@flink-operator/core'

/** Time and timers; tests use their own. */
export interface Clock {
  readonly now: () => EpochMillis
  /** Calls `run` once after that time; the returned function cancels it. */
  readonly after: (delay: Millis, run: () => void) => () => void
}

/** The machine's clock. Its timers keep no process alive. */
export const systemClock: Clock = {
  now: Date.now,
  after: (delay, run) => {
    const timer = setTimeout(run, delay)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
