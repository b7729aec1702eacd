import type { Millis } from '@flink-operator/core'

/** Limits of the workers. */
export interface PoolLimits {
  readonly workers: number
  /** Wall-clock time for one text, from when a worker begins with it. */
  readonly time: Millis
  /** From the start of a worker until it can take work. */
  readonly start: Millis
  readonly heapMebibytes: number
  /** Maximum number of texts that wait for a worker. */
  readonly waiting: number
  /** Maximum bytes of all texts that wait or are being parsed. */
  readonly bytes: number
  /** A worker without work for this long ends: an idle operator has none. */
  readonly idle: Millis
}

/** Why a text was not parsed. */
export interface NotRead {
  /**
   * `Exceeded`: this text took too much. `Busy`: other texts left no room. `Ended`: the caller does not wait any more. `Failed`: an
   * error of the worker.
   */
  readonly _tag: 'Exceeded' | 'Busy' | 'Ended' | 'Failed'
  readonly message: string
}

export interface ForeignText {
  /** The task of the thread that parses it. */
  readonly task: string
  /** Passed to the worker by structured clone. */
  readonly input: unknown
  /** The buffers that are moved instead of copied. */
  readonly moved?: readonly ArrayBuffer[]
  readonly bytes: number
  /** The namespace whose share of the workers it uses. */
  readonly owner: string
  /** Aborted when the caller does not wait any more. */
  readonly signal?: AbortSignal
  /** Answers the questions of the task. */
  readonly answer?: (question: unknown) => Promise<unknown>
}

/** Asks the operator's event loop a question. */
export type Ask = (question: unknown) => Promise<unknown>
