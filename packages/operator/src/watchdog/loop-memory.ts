import type { Millis } from '@flink-operator/core'

/**
 * Memory shared by the operator's event loop and the watchdog thread: neither needs an answer of the other.
 *
 * | bytes | content |
 * |---|---|
 * | 0 to 3 | count of the loop's beats |
 * | 4 to 7 | length of the halted loop's report; 0: the loop is not halted |
 * | 8 to 11 | 1: the loop may continue |
 * | 16 to 23 | bytes that the process uses without the heap of the loop's thread, at its last beat |
 * | 24 to the end | the halted loop's report |
 */
const bytes = 64 * 1024
const textAt = 24

export const loopMemory = (): SharedArrayBuffer => new SharedArrayBuffer(bytes)

/** The last beat of the loop. */
export interface LoopBeat {
  readonly count: number
  /** Bytes of the process without the heap of the loop's thread. */
  readonly otherBytes: number
}

const words = (memory: SharedArrayBuffer): Int32Array<SharedArrayBuffer> => new Int32Array(memory, 0, 3)
const [countWord, lengthWord, goWord] = [0, 1, 2]

export const writeBeat = (memory: SharedArrayBuffer, otherBytes: number): void => {
  new Float64Array(memory, 16, 1)[0] = otherBytes
  Atomics.add(words(memory), countWord, 1)
}

export const readBeat = (memory: SharedArrayBuffer): LoopBeat => ({
  count: Atomics.load(words(memory), countWord),
  otherBytes: new Float64Array(memory, 16, 1)[0] ?? 0,
})

/** Called in the main thread: publishes `text` and blocks until `letGo`. False: `letGo` was not called in time. */
export const haltHere = (memory: SharedArrayBuffer, text: string, longest: Millis): boolean => {
  const encoded = new TextEncoder().encode(text).subarray(0, bytes - textAt)
  new Uint8Array(memory, textAt).set(encoded)
  Atomics.store(words(memory), goWord, 0)
  Atomics.store(words(memory), lengthWord, encoded.length)
  const answer = Atomics.wait(words(memory), goWord, 0, longest)
  Atomics.store(words(memory), lengthWord, 0)
  return answer !== 'timed-out'
}

/** Called in the watchdog thread: the halted loop's report; null: the loop is not halted. */
export const haltedText = (memory: SharedArrayBuffer): string | null => {
  const length = Atomics.load(words(memory), lengthWord)
  return length === 0 ? null : new TextDecoder().decode(new Uint8Array(memory, textAt, length).slice())
}

export const letGo = (memory: SharedArrayBuffer): void => {
  Atomics.store(words(memory), goWord, 1)
  Atomics.notify(words(memory), goWord)
}
