/** Chances that come again with the same seed. */
export interface Random {
  /** In [0, 1). */
  readonly next: () => number
  readonly pick: <A>(from: readonly A[]) => A
  /** Evenly over orders of magnitude: as many between 50 and 500 as between 500 and 5000. */
  readonly spread: (least: number, most: number) => number
}

/** Mulberry32: small, and good enough to choose moments. */
export const seeded = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    pick: from => from[Math.floor(next() * from.length)]!,
    spread: (least, most) => Math.round(least * (most / least) ** next()),
  }
}
