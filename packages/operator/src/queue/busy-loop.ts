import type { Millis } from '@flink-operator/core'

/** What `performance.eventLoopUtilization()` answers, as far as it is read: milliseconds since the process started. */
export interface LoopTimes {
  readonly active: Millis
  readonly idle: Millis
}

/** Shorter stretches of time tell nothing. */
const stretch: Millis = 50
/** With less than this part of the time to spare the loop is busy. */
const spare = 0.1

/** Was the event loop at work nearly all of the last stretch of time? */
export const createBusyLoop = (times: () => LoopTimes): () => boolean => {
  let last = times()
  let isBusy = false
  return () => {
    const now = times()
    const [active, idle] = [now.active - last.active, now.idle - last.idle]
    if (active + idle < stretch) return isBusy
    last = now
    isBusy = idle < spare * (active + idle)
    return isBusy
  }
}
