import type { EpochMillis, Millis } from '@flink-operator/core'

/** Stops a timer; does nothing if the timer has already fired. */
export type Cancel = () => void

/** Time for the operator's loops; tests use a clock that they advance themselves. */
export interface Clock {
  readonly now: () => EpochMillis
  /** Monotonic milliseconds from an arbitrary origin, for waits within this process. Absent: `now` is monotonic. */
  readonly steady?: () => Millis
  /** Since when `now` has run without a jump; absent: not known. */
  readonly steadySince?: () => EpochMillis
  /** Calls `then` once, after `delay`. A delay longer than a timer can hold (about 24 days) fires early: callers check `now` again. */
  readonly after: (delay: Millis, then: () => void) => Cancel
}

/** Node stores timer delays in 31 bits and fires at once above that. */
const longestTimer = 2 ** 31 - 1

/** A larger difference between two readings is a jump; smaller ones are clock slewing. */
const jump: Millis = 2_000

/**
 * The machine's time, with a record of its jumps. The wall clock may be set ahead or back while the process runs (NTP after a start
 * without it, a machine that was paused).
 */
export const jumpAware = (wall: () => EpochMillis, steady: () => Millis): Required<Pick<Clock, 'now' | 'steady' | 'steadySince'>> => {
  let last = { wall: wall(), steady: steady() }
  let since = last.wall
  const look = (): EpochMillis => {
    const seen = { wall: wall(), steady: steady() }
    if (Math.abs(seen.wall - last.wall - (seen.steady - last.steady)) > jump) since = seen.wall
    last = seen
    return seen.wall
  }
  return {
    now: look,
    steady,
    steadySince: () => {
      look()
      return since
    },
  }
}

/** The machine's time. */
export const systemClock: Clock = {
  ...jumpAware(() => Date.now(), () => performance.now()),
  after: (delay, then) => {
    const timer = setTimeout(then, Math.min(Math.max(0, delay), longestTimer))
    return () => clearTimeout(timer)
  },
}

/** Runs at even speed: changes of the time of day do not affect it. */
export const evenClock: Clock = { now: () => Math.floor(performance.timeOrigin + performance.now()), after: systemClock.after }

/** Resolves after `delay`. */
export const sleep = (clock: Clock, delay: Millis): Promise<void> =>
  new Promise(resolve => {
    clock.after(delay, resolve)
  })
