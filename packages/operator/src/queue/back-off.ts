import type { Millis } from '@flink-operator/core'

/** How waiting grows with failures in a row. */
export interface BackOff {
  readonly initial: Millis
  readonly multiplier: number
  readonly max: Millis
}

/**
 * The wait after the `failures`-th failure in a row (1 is the first). Grows to the cap and stays there: it never gives up (D-16, B48).
 * Up to a fifth is taken off at random, so that resources that failed together don't come back together.
 * `random` is in [0, 1).
 */
export const backOffDelay = (backOff: BackOff, failures: number, random: number): Millis => {
  const exponent = Math.min(Math.max(0, failures - 1), 1000)
  const full = Math.min(backOff.max, backOff.initial * Math.max(1, backOff.multiplier) ** exponent)
  return Math.round(full * (1 - 0.2 * random))
}
