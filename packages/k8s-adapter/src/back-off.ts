import type { Millis } from '@flink-operator/core'

/** How long to wait after failures: after the first, and at most. */
export interface BackOff {
  readonly first: Millis
  readonly longest: Millis
}

/**
 * Doubles with every failure in a row; from half to one and a half of that, so that many clients don't come back at once. `random`: [0, 1).
 */
export const backOff = ({ first, longest }: BackOff, failures: number, random: () => number): Millis =>
  Math.min(longest, first * 2 ** Math.min(failures - 1, 30)) * (0.5 + random())
