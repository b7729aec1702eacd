import type { Millis } from '@flink-operator/core'
import type { Trouble } from '../quarantine/quarantine-record.ts'
import type { LoopBeat } from './loop-memory.ts'

/** What the watching thread sees at one look. */
export interface LoopLook {
  /** Runs evenly. */
  readonly at: Millis
  /** Used by the loop's thread so far. */
  readonly cpu: Millis
  /** Of the whole process. */
  readonly bytes: number
  readonly beat: LoopBeat
}

export interface LoopLimits {
  /** CPU time that the loop's thread may use in one stretch. */
  readonly worked: Millis
  /** How much the heap of the loop's thread may hold. */
  readonly heapBytes: number
}

/** Since the last beat. */
export interface LoopStretch {
  readonly count: number
  readonly at: Millis
  readonly cpu: Millis
  /** Heap of the loop's thread. */
  readonly heap: number
}

/** Beats come ten times a second: one that is later than this is late. */
export const lateBeat: Millis = 250
/** Of the heap's limit: in use, and come to it since the last beat. */
const nearlyAll = 0.8
const grown = 0.2

const stretchFrom = ({ at, cpu, bytes, beat }: LoopLook): LoopStretch => ({ count: beat.count, at, cpu, heap: bytes - beat.otherBytes })

/** How long the loop's thread has been at work in this stretch. The lesser of both clocks: other threads may count in one of them. */
export const workedSince = ({ at, cpu }: LoopStretch, look: Pick<LoopLook, 'at' | 'cpu'>): Millis => Math.min(look.at - at, look.cpu - cpu)

/**
 * Does the loop stand still, or does one stretch of work use up the memory? CPU time counts, not the time of a clock: on a busy machine, in
 * a container that gets little time, in a process that was stopped (SIGSTOP), and after a sleep of the machine a beat is late without any
 * fault.
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
