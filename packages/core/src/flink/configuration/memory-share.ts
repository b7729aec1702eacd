import * as E from 'fp-ts/lib/Either.js'
import type { ConfigurationError } from './configuration-error.ts'
import { parseQuantity } from './parse-quantity.ts'

/** A memory component defined as a fraction of a total, within bounds (bytes). */
export interface Share {
  /** For messages, such as `JVM overhead`. */
  readonly name: string
  readonly fraction: number
  readonly min: bigint
  readonly max: bigint
}

type Bytes = E.Either<ConfigurationError, bigint>

export const memoryError = (found: string, message: string): ConfigurationError => ({
  field: 'flinkConfiguration',
  found,
  expected: 'memory sizes that add up',
  message,
})

/** Product, rounded down. Uses the exact decimal value of the factor's shortest text, as Flink's `MemorySize.multiply` does. */
const times = (whole: bigint, factor: number): bigint => {
  const { numerator, denominator } = parseQuantity(String(factor)) ?? { numerator: 0n, denominator: 1n }
  return (whole * numerator) / denominator
}

/** The 32-bit float of Flink's option, widened: 0.4 is 0.4000000059604645 (cluster-manifests.md, section 8). */
const widened = (fraction: number): number => Math.fround(fraction)

const bounded = ({ min, max }: Share, bytes: bigint): bigint => (bytes < min ? min : bytes > max ? max : bytes)

const fractionOf = (whole: bigint, fraction: number): bigint => times(whole, widened(fraction))

/** The size of the share if `whole` includes it. */
export const shareOf = (whole: bigint, share: Share): bigint => bounded(share, fractionOf(whole, share.fraction))

/** The size of the share if `rest` does not include it. */
export const shareBeside = (rest: bigint, share: Share): bigint =>
  bounded(share, times(rest, widened(share.fraction) / (1 - widened(share.fraction))))

/** Checks that the remainder for a share is within its bounds. Left: it is not. */
export const leftFor = (share: Share, left: bigint): Bytes =>
  left >= share.min && left <= share.max
    ? E.right(left)
    : E.left(
      memoryError(
        String(left),
        `${share.name} would be ${left} bytes, which is not between its minimum ${share.min} and its maximum ${share.max}`,
      ),
    )

/** Checks that the remainder for a component is at least `least`. Left: it is not. */
export const atLeast = (name: string, left: bigint, least: bigint): Bytes =>
  left >= least ? E.right(left)
    : E.left(memoryError(String(left), `${name} would be ${left} bytes: the configured parts are larger than the whole`))

/** Checks the bounds and the fraction of a share. Left: one of them is invalid. */
export const checkedShare = (share: Share): E.Either<ConfigurationError, Share> =>
  share.min > share.max
    ? E.left(memoryError(`${share.min} > ${share.max}`, `${share.name}: the minimum is larger than the maximum`))
    : share.fraction >= 0 && widened(share.fraction) < 1
    ? E.right(share)
    : E.left(memoryError(String(share.fraction), `${share.name}: the fraction must be at least 0 and less than 1`))
