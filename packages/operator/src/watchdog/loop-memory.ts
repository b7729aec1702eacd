import type { Millis } from '@flink-operator/core'

/**
 * Memory that the operator's event loop shares with the thread that watches it: neither needs the other to answer.
 *
 * | bytes | what |
 * |---|---|
 * | 0 to 3 | count of the loop's beats |
 * | 4 to 7 | length of what the halted loop says; 0: it is not halted |
 * | 8 to 11 | 1: it is to go on |
 * | 16 to 23 | bytes that the process uses without the heap of the loop's thread, at its last beat |
 * | 24 to the end | what the halted loop says |
 */
const bytes = 64 * 1024
const textAt = 24

export const loopMemory = (): SharedArrayBuffer => new SharedArrayBuffer(bytes)

/** What the loop wrote last. */
export interface LoopBeat {
  readonly count: number
  /** Of the process, without the heap of the loop's thread. */
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

/** In the loop's thread: says this and does nothing more until it is let go. False: nobody let it go in time. */
export const haltHere = (memory: SharedArrayBuffer, text: string, longest: Millis): boolean => {
  const encoded = new TextEncoder().encode(text).subarray(0, bytes - textAt)
  new Uint8Array(memory, textAt).set(encoded)
  Atomics.store(words(memory), goWord, 0)
  Atomics.store(words(memory), lengthWord, encoded.length)
  const answer = Atomics.wait(words(memory), goWord, 0, longest)
  Atomics.store(words(memory), lengthWord, 0)
  return answer !== 'timed-out'
}

/** In the thread that watches: what the halted loop says; null: it is not halted. */
export const haltedText = (memory: SharedArrayBuffer): string | null => {
  const length = Atomics.load(words(memory), lengthWord)
  return length === 0 ? null : new TextDecoder().decode(new Uint8Array(memory, textAt, length).slice())
}

export const letGo = (memory: SharedArrayBuffer): void => {
  Atomics.store(words(memory), goWord, 1)
  Atomics.notify(words(memory), goWord)
}
