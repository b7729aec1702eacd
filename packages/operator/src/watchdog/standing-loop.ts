import type { Millis } from '@flink-operator/core'
import type { Trouble } from '../quarantine/quarantine-record.ts'
import type { LoopBeat } from './loop-memory.ts'

/** One sample of the main thread, taken by the watchdog thread. */
export interface LoopLook {
  /** Monotonic time. */
  readonly at: Millis
  /** CPU time that the main thread has used so far. */
  readonly cpu: Millis
  /** Memory of the whole process. */
  readonly bytes: number
  readonly beat: LoopBeat
}

export interface LoopLimits {
  /** CPU time that the main thread may use between two beats. */
  readonly worked: Millis
  /** Heap limit of the main thread. */
  readonly heapBytes: number
}

/** The time since the last beat. */
export interface LoopStretch {
  readonly count: number
  readonly at: Millis
  readonly cpu: Millis
  /** Heap of the main thread. */
  readonly heap: number
}

/** Beats have an interval of 100 ms: one that is later than this is late. */
export const lateBeat: Millis = 250
/** Fractions of the heap limit: `nearlyAll` in use, `grown` since the last beat. */
const nearlyAll = 0.8
const grown = 0.2

const stretchFrom = ({ at, cpu, bytes, beat }: LoopLook): LoopStretch => ({ count: beat.count, at, cpu, heap: bytes - beat.otherBytes })

/**
 * How long the main thread has worked in this stretch: the lesser of elapsed time and CPU time, because CPU time may include other
 * threads.
 */
export const workedSince = ({ at, cpu }: LoopStretch, look: Pick<LoopLook, 'at' | 'cpu'>): Millis => Math.min(look.at - at, look.cpu - cpu)

/**
 * Decides whether the event loop is blocked, or one stretch of work uses up the memory. CPU time counts, not elapsed time: a beat is
 * also late on a busy machine, in a container with little CPU, in a stopped process (SIGSTOP), and after the machine slept.
 */
export const judgeLoop = (
  before: LoopStretch | null,
  look: LoopLook,
  { worked, heapBytes }: LoopLimits,
): { readonly stretch: LoopStretch; readonly trouble: Trouble | null } => {
  if (before === null || before.count !== look.beat.count) return { stretch: stretchFrom(look), trouble: null }
  const heap = look.bytes - look.beat.otherBytes
  const isFull = look.at - before.at >= lateBeat && heap >= nearlyAll * heapBytes && heap - before.heap >= grown * heapBytes
  return { stretch: before, trouble: isFull ? 'MemoryRanOut' : workedSince(before, look) >= worked ? 'LoopStoodStill' : null }
}
