/** Bytes that are distributed to the memory components in turn. A component gets at most the remainder. */
export interface MemoryBudget {
  readonly left: bigint
}

/** The size that a component gets, and the remaining budget. */
export const taken = ({ left }: MemoryBudget, wanted: bigint): { readonly size: bigint; readonly budget: MemoryBudget } => {
  const size = wanted < 0n ? 0n : wanted > left ? left : wanted
  return { size, budget: { left: left - size } }
}

/** Java's `long`: the largest size of memory. */
const largest = 2n ** 63n - 1n

/** A number of bytes, cut to a whole number; 0 for NaN and negative numbers. */
export const wholeBytes = (bytes: number): bigint =>
  Number.isNaN(bytes) || bytes <= 0 ? 0n : bytes >= 2 ** 63 ? largest : BigInt(Math.trunc(bytes))
