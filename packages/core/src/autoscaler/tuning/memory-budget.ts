/** Bytes that are given away one part after the other; a part gets at most what is left. */
export interface MemoryBudget {
  readonly left: bigint
}

/** What a part gets, and what is left then. */
export const taken = ({ left }: MemoryBudget, wanted: bigint): { readonly size: bigint; readonly budget: MemoryBudget } => {
  const size = wanted < 0n ? 0n : wanted > left ? left : wanted
  return { size, budget: { left: left - size } }
}

/** Java's `long`: the largest size of memory. */
const largest = 2n ** 63n - 1n

/** A number of bytes, cut to a whole one; what is no number, or below zero, is none. */
export const wholeBytes = (bytes: number): bigint =>
  Number.isNaN(bytes) || bytes <= 0 ? 0n : bytes >= 2 ** 63 ? largest : BigInt(Math.trunc(bytes))
