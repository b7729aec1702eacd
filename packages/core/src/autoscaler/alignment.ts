import type { AlignmentMode } from './autoscaler-configuration.ts'
import { quotient } from './java-arithmetic.ts'

/** What a vertex wishes, and between what it may be chosen (autoscaler.md, section 5.6). */
export interface AlignmentInput {
  readonly mode: AlignmentMode
  readonly current: number
  /** Within the limits, and not the current one. */
  readonly wished: number
  /** Partitions of the source, or key groups. */
  readonly keyGroupsOrPartitions: number
  readonly lower: number
  readonly upper: number
  /** A scale-down that would be aligned to the current parallelism keeps its wish instead. */
  readonly keepsScaleDown: boolean
}

export interface AlignedParallelism {
  readonly parallelism: number
  /** The mode could not give what was wished, and says so. */
  readonly isLimited: boolean
}

const firstBetween = (from: number, to: number, isFit: (parallelism: number) => boolean): number | null =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index).find(isFit) ?? null

/** Does each subtask get as many as every other, or (`isBalanced`) at least the busiest fewer than with what was wished? */
const fits = ({ keyGroupsOrPartitions: n, wished }: AlignmentInput, isBalanced: boolean) => (parallelism: number): boolean =>
  n % parallelism === 0 || (isBalanced && quotient(n, parallelism) < quotient(n, wished))

const upwards = (input: AlignmentInput, isBalanced: boolean): number | null => {
  const { current, wished, keyGroupsOrPartitions, upper, keepsScaleDown } = input
  const largest = Math.min(keyGroupsOrPartitions, upper, wished < current ? current - (keepsScaleDown ? 1 : 0) : Infinity)
  return firstBetween(wished, largest, fits(input, isBalanced))
}

/** The smallest parallelism whose busiest subtask has no more to do than with what was wished. */
const sameLoad = ({ keyGroupsOrPartitions: n, wished }: AlignmentInput): number => {
  const perSubtask = quotient(n, wished)
  // the largest p with n / p > perSubtask, in whole numbers: n ≥ p · (perSubtask + 1)
  const lighter = Math.min(wished, Math.floor(n / (perSubtask + 1)))
  return lighter < 1 ? 0 : n % lighter === 0 ? lighter : lighter + 1
}

/** The deprecated modes go down where nothing fits above, and block a scaling that would turn round. */
const blocking = (input: AlignmentInput, isBalanced: boolean): AlignedParallelism => {
  const found = upwards(input, isBalanced)
  if (found !== null) return { parallelism: found, isLimited: false }
  const { current, wished, lower } = input
  const parallelism = Math.max(sameLoad(input), lower)
  const turnsRound = wished > current ? parallelism <= current : parallelism >= current
  return turnsRound ? { parallelism: current, isLimited: true } : { parallelism, isLimited: parallelism !== wished }
}

const kept = (input: AlignmentInput, isBalanced: boolean): AlignedParallelism => ({
  parallelism: upwards(input, isBalanced) ?? input.wished,
  isLimited: false,
})

/** The parallelism near the wished one with which partitions or key groups are spread well. */
export const alignedParallelism = (input: AlignmentInput): AlignedParallelism => {
  switch (input.mode) {
    case 'OFF':
      return { parallelism: input.wished, isLimited: false }
    case 'BALANCED':
      return kept(input, true)
    case 'EVENLY_SPREAD':
      return kept(input, false)
    case 'BLOCKING_EVENLY_SPREAD':
      return blocking(input, false)
    case 'BLOCKING_MAXIMIZE_UTILISATION':
      return blocking(input, true)
  }
}
