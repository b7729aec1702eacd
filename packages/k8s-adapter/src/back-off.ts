import type { Millis } from '@flink-operator/core'

/** Delays after failures: the first one, and the longest one. */
export interface BackOff {
  readonly first: Millis
  readonly longest: Millis
}

/**
 * The delay doubles with every failure in a row, and varies from half to one and a half of that, so that many clients do not retry
 * together. `random`: [0, 1).
 */
export const backOff = ({ first, longest }: BackOff, failures: number, random: () => number): Millis =>
  Math.min(longest, first * 2 ** Math.min(failures - 1, 30)) * (0.5 + random())
