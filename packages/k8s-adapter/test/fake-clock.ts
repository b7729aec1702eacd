import type { Clock } from '../src/clock.ts'

export interface FakeClock extends Clock {
  /** Lets time pass and calls what is due, in order. */
  readonly advance: (millis: number) => void
  /** Delays of the timers that run. */
  readonly timers: () => readonly number[]
}

/** Time that only a test moves. */
export const fakeClock = (start = 1_000_000): FakeClock => {
  let now = start
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    after: (delay, run) => {
      const timer = { at: now + delay, run }
      timers.push(timer)
      return () => {
        timers = timers.filter(other => other !== timer)
      }
    },
    advance: millis => {
      const end = now + millis
      for (;;) {
        const due = timers.filter(timer => timer.at <= end).sort((a, b) => a.at - b.at)[0]
        if (due === undefined) break
        timers = timers.filter(other => other !== due)
        now = Math.max(now, due.at)
        due.run()
      }
      now = end
    },
    timers: () => timers.map(timer => timer.at - now).sort((a, b) => a - b),
  }
}
