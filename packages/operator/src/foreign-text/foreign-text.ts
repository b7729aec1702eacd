import type { Millis } from '@flink-operator/core'

/** What the workers may take. */
export interface PoolLimits {
  readonly workers: number
  /** Wall-clock time of one text, from the moment a worker begins with it. */
  readonly time: Millis
  /** From the start of a worker until it can take work. */
  readonly start: Millis
  readonly heapMebibytes: number
  /** Texts that wait for a worker. */
  readonly waiting: number
  /** Bytes of all texts that wait or are being read. */
  readonly bytes: number
  /** A worker without work for so long ends: at rest there is none. */
  readonly idle: Millis
}

/** Why a text was not read. */
export interface NotRead {
  /** `Exceeded`: this text took too much. `Busy`: others left no room. `Ended`: nobody waits any more. `Failed`: a fault of the worker. */
  readonly _tag: 'Exceeded' | 'Busy' | 'Ended' | 'Failed'
  readonly message: string
}

export interface ForeignText {
  /** Which of the tasks of the thread reads it. */
  readonly task: string
  /** Goes to the worker by structured clone. */
  readonly input: unknown
  /** What of it is moved, not copied. */
  readonly moved?: readonly ArrayBuffer[]
  readonly bytes: number
  /** Whose share of the workers it takes: a namespace. */
  readonly owner: string
  /** Where nobody waits for the result any more. */
  readonly signal?: AbortSignal
  /** Answers to what the task asks meanwhile. */
  readonly answer?: (question: unknown) => Promise<unknown>
}

/** Asks the operator something: it answers with what its loop knows. */
export type Ask = (question: unknown) => Promise<unknown>
