import type { EpochMillis, Millis } from '@flink-operator/core'

/** Time inside the sandbox: durations run `speed` times as fast as real time, but timestamps are real time. */
export interface ModelClock {
  /** Real time, for timestamps. */
  readonly now: () => EpochMillis
  /** Time that has passed inside since the start. */
  readonly elapsed: () => Millis
  /** The current time inside, on the scale of real time: ahead of it after jumps. */
  readonly inside: () => EpochMillis
  /** Calls `run` after a delay inside; the returned function cancels it. */
  readonly after: (delay: Millis, run: () => void) => () => void
  /** Jumps ahead, and runs due timers in order. */
  readonly advance: (by: Millis) => void
  readonly close: () => void
}

interface Timer {
  readonly due: Millis
  readonly order: number
  readonly run: () => void
  handle: NodeJS.Timeout | null
}

export const createModelClock = (speed: number, wall: () => EpochMillis = Date.now): ModelClock => {
  const start = wall()
  const timers = new Set<Timer>()
  let jumped = 0
  let order = 0

  const elapsed = (): Millis => (wall() - start) * speed + jumped
  const fire = (timer: Timer): void => {
    if (timers.delete(timer)) timer.run()
  }
  const arm = (timer: Timer): void => {
    if (timer.handle !== null) clearTimeout(timer.handle)
    timer.handle = setTimeout(() => fire(timer), Math.min(2 ** 31 - 1, Math.max(0, timer.due - elapsed()) / speed))
  }
  const drop = (timer: Timer): void => {
    timers.delete(timer)
    if (timer.handle !== null) clearTimeout(timer.handle)
  }

  return {
    now: wall,
    elapsed,
    inside: () => wall() + jumped / speed,
    after: (delay, run) => {
      const timer: Timer = { due: elapsed() + delay, order: order++, run, handle: null }
      timers.add(timer)
      arm(timer)
      return () => drop(timer)
    },
    advance: by => {
      const until = elapsed() + by
      const soonest = (): Timer | undefined =>
        [...timers].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due || a.order - b.order)[0]
      for (let timer = soonest(); timer !== undefined; timer = soonest()) {
        jumped += Math.max(0, timer.due - elapsed())
        drop(timer)
        timer.run()
      }
      jumped += Math.max(0, until - elapsed())
      for (const timer of timers) arm(timer)
    },
    close: () => {
      for (const timer of [...timers]) drop(timer)
    },
  }
}
