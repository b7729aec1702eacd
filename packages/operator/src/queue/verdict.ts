import type { Millis } from '@flink-operator/core'

/** How the delay grows with failures in a row. */
export interface BackOff {
  readonly initial: Millis
  readonly multiplier: number
  readonly max: Millis
}

/**
 * The delay after the `failures`-th failure in a row (1 is the first). It grows to the maximum and stays there: the operator never
 * gives up (D-16, B48). Up to a fifth is subtracted at random, so that resources that failed together are not retried together.
 * `random` is in [0, 1).
 */
export const backOffDelay = (backOff: BackOff, failures: number, random: number): Millis => {
  const exponent = Math.min(Math.max(0, failures - 1), 1000)
  const full = Math.min(backOff.max, backOff.initial * Math.max(1, backOff.multiplier) ** exponent)
  return Math.round(full * (1 - 0.2 * random))
}

/** The result of one piece of work, and when the key has to be worked on again. */
export type Verdict =
  /** `isAtRest`: no operation is in progress and none is awaited. Absent: not known. */
  | { readonly _tag: 'Again'; readonly after: Millis; readonly isAtRest?: boolean }
  /**
   * `after`: the delay that the decision or the server asked for; null: the back-off decides. After many failures in a row the delay
   * grows beyond it.
   */
  | { readonly _tag: 'Failed'; readonly after: Millis | null }
  /** Another writer was faster. Retried at once with a fresh read; after several conflicts in a row with a small delay. */
  | { readonly _tag: 'Conflict' }
  /** Nothing to do until the next event. */
  | { readonly _tag: 'Idle' }
  /** The resource does not exist any more: everything known of it is dropped. */
  | { readonly _tag: 'Gone' }

/** Failures and conflicts of a key in a row. */
export interface InARow {
  readonly failures: number
  readonly conflicts: number
}

export const noneInARow: InARow = { failures: 0, conflicts: 0 }

/** How long a key that failed waits. */
export interface RetryDelays {
  readonly backOff: BackOff
  /** After this many failures in a row the delay is at least `interval`; absent: no such minimum. */
  readonly retryLimit?: { readonly attempts: number; readonly interval: () => Millis }
  readonly random: () => number
}

/** Keeps a key that asks for an immediate retry from a hot loop. The first few retries in a row are ordinary and cost no delay. */
const small: BackOff = { initial: 100, multiplier: 2, max: 30_000 }
const freeTries = 3

const smallBackOff = (inARow: number, random: () => number): Millis =>
  inARow <= freeTries ? 0 : backOffDelay(small, inARow - freeTries, random())

const limitedRetry = (failures: number, { retryLimit }: RetryDelays): Millis =>
  retryLimit === undefined || retryLimit.attempts < 0 || failures <= retryLimit.attempts ? 0 : retryLimit.interval()

/** The counts after a verdict. A conflict is no failure, and does not end a row of them. */
export const inARowAfter = ({ failures, conflicts }: InARow, { _tag }: Verdict): InARow => ({
  failures: _tag === 'Failed' ? failures + 1 : _tag === 'Conflict' ? failures : 0,
  conflicts: _tag === 'Conflict' ? conflicts + 1 : 0,
})

/** The delay that a verdict asks for, with the counts after it; undefined: until the next event. */
export const delayAfter = ({ failures, conflicts }: InARow, verdict: Verdict, delays: RetryDelays): Millis | undefined => {
  const { backOff, random } = delays
  switch (verdict._tag) {
    case 'Again':
      return verdict.after
    case 'Failed':
      return Math.max(
        verdict.after === null ? backOffDelay(backOff, failures, random()) : Math.max(verdict.after, smallBackOff(failures, random)),
        limitedRetry(failures, delays),
      )
    case 'Conflict':
      return smallBackOff(conflicts, random)
    case 'Idle':
    case 'Gone':
      return undefined
  }
}
