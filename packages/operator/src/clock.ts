import type { EpochMillis, Millis } from '@flink-operator/core'

/** Stops a timer; harmless when it has already fired. */
export type Cancel = () => void

/** Time as the operator's loops see it; tests bring a clock that they move themselves. */
export interface Clock {
  readonly now: () => EpochMillis
  /** Milliseconds that only ever grow, from no moment in particular: for waits within this process. Absent: `now` is such. */
  readonly steady?: () => Millis
  /** Since when `now` has gone on without a jump; absent: that is not known. */
  readonly steadySince?: () => EpochMillis
  /** Calls `then` once, after `delay`. A delay longer than a timer can hold (about 24 days) fires early: callers look at `now` again. */
  readonly after: (delay: Millis, then: () => void) => Cancel
}

/** Node keeps timer delays in 31 bits and fires at once above that. */
const longestTimer = 2 ** 31 - 1

/** Clocks are slewed by less between two looks. */
const jump: Millis = 2_000

/**
 * The machine's own time, and what is known of its jumps: a wall clock may be set, ahead or back, while the process goes on (NTP after a
 * start without it, a machine that was paused).
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

/** The machine's own time. */
export const systemClock: Clock = {
  ...jumpAware(() => Date.now(), () => performance.now()),
  after: (delay, then) => {
    const timer = setTimeout(then, Math.min(Math.max(0, delay), longestTimer))
    return () => clearTimeout(timer)
  },
}

/** Runs evenly, whatever is done to the time of day. */
export const evenClock: Clock = { now: () => Math.floor(performance.timeOrigin + performance.now()), after: systemClock.after }

/** Resolves after `delay`. */
export const sleep = (clock: Clock, delay: Millis): Promise<void> =>
  new Promise(resolve => {
    clock.after(delay, resolve)
  })
