import type { Millis } from '@flink-operator/core'

/** The fields of `performance.eventLoopUtilization()` that we read: milliseconds since the process started. */
export interface LoopTimes {
  readonly active: Millis
  readonly idle: Millis
}

export interface LoopLoad {
  /** True if the event loop was busy nearly all of the last measured stretch. */
  readonly isBusy: boolean
  /** Number of measured stretches: a larger number means a newer measurement. */
  readonly stretches: number
}

/** A shorter stretch is not measured: it says nothing. */
const stretch: Millis = 50
/** The loop is busy if it was idle for less than this fraction of the time. */
const spare = 0.1

/** Measures, call by call, how busy the event loop is. */
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
