const maxInt = 2 ** 31 - 1
const minInt = -(2 ** 31)
const maxLong = 2 ** 63

/** Java's `(int)` of a double: towards zero, kept within 32 bits, NaN is 0. */
export const toInt = (value: number): number => (Number.isNaN(value) ? 0 : Math.trunc(Math.min(Math.max(value, minInt), maxInt)) + 0)

/** Java's `Math.round` of a double: half up, kept within 64 bits, NaN is 0. */
export const roundToLong = (
  value: number,
): number => (Number.isNaN(value) ? 0 : Math.min(Math.max(Math.round(value), -maxLong), maxLong) + 0)

/** Java's division of whole numbers; 0 if Java throws. */
export const quotient = (dividend: number, divisor: number): number => (divisor === 0 ? 0 : Math.trunc(dividend / divisor) + 0)

/** Whole seconds, as `Duration.toSeconds`. */
export const wholeSeconds = (millis: number): number => Math.floor(millis / 1000)
