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
