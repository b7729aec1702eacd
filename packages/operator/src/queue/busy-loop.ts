import type { Millis } from '@flink-operator/core'

/** What `performance.eventLoopUtilization()` answers, as far as it is read: milliseconds since the process started. */
export interface LoopTimes {
  readonly active: Millis
  readonly idle: Millis
}

export interface LoopLoad {
  /** Was the event loop at work nearly all of the last stretch of time? */
  readonly isBusy: boolean
  /** How many stretches of time were measured: a larger number tells that this is news. */
  readonly stretches: number
}

/** Shorter stretches of time tell nothing. */
const stretch: Millis = 50
/** With less than this part of the time to spare the loop is busy. */
const spare = 0.1

/** How much time the event loop has to spare, measured by and by. */
export const createBusyLoop = (times: () => LoopTimes): () => LoopLoad => {
  let last = times()
  let load: LoopLoad = { isBusy: false, stretches: 0 }
  return () => {
    const now = times()
    const [active, idle] = [now.active - last.active, now.idle - last.idle]
    if (active + idle < stretch) return load
    last = now
    load = { isBusy: idle < spare * (active + idle), stretches: load.stretches + 1 }
    return load
  }
}
