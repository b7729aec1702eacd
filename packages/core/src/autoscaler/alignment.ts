import type { AlignmentMode } from './autoscaler-configuration.ts'
import { quotient } from './java-arithmetic.ts'

/** Input of the alignment: the desired parallelism of a vertex and its limits (autoscaler.md, section 5.6). */
export interface AlignmentInput {
  readonly mode: AlignmentMode
  readonly current: number
  /** The desired parallelism: within the limits, and different from the current one. */
  readonly wished: number
  /** Partitions of the source, or key groups. */
  readonly keyGroupsOrPartitions: number
  readonly lower: number
  readonly upper: number
  /** If alignment would return the current parallelism, a scale-down uses the desired parallelism instead. */
  readonly keepsScaleDown: boolean
}

export interface AlignedParallelism {
  readonly parallelism: number
  /** True if the mode can not reach the desired parallelism and reports it. */
  readonly isLimited: boolean
}

const firstBetween = (from: number, to: number, isFit: (parallelism: number) => boolean): number | null =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index).find(isFit) ?? null

/** True if all subtasks get equally many, or (`isBalanced`) the busiest subtask gets fewer than with the desired parallelism. */
const fits = ({ keyGroupsOrPartitions: n, wished }: AlignmentInput, isBalanced: boolean) => (parallelism: number): boolean =>
  n % parallelism === 0 || (isBalanced && quotient(n, parallelism) < quotient(n, wished))

const upwards = (input: AlignmentInput, isBalanced: boolean): number | null => {
  const { current, wished, keyGroupsOrPartitions, upper, keepsScaleDown } = input
  const largest = Math.min(keyGroupsOrPartitions, upper, wished < current ? current - (keepsScaleDown ? 1 : 0) : Infinity)
  return firstBetween(wished, largest, fits(input, isBalanced))
}

/** The smallest parallelism whose busiest subtask has no more load than with the desired parallelism. */
const sameLoad = ({ keyGroupsOrPartitions: n, wished }: AlignmentInput): number => {
  const perSubtask = quotient(n, wished)
  // the largest p with n / p > perSubtask, in whole numbers: n ≥ p · (perSubtask + 1)
  const lighter = Math.min(wished, Math.floor(n / (perSubtask + 1)))
  return n % lighter === 0 ? lighter : lighter + 1
}

/** The deprecated modes: they search downwards if nothing fits above, and block a scaling that would change its direction. */
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

/** The parallelism near the desired one that distributes partitions or key groups evenly. */
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
