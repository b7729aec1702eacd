/** Choices of one case: the same seed and index give the same choices, whatever ran before. */
export interface Random {
  /** A whole number from 0 to `limit` - 1. */
  readonly below: (limit: number) => number
  readonly pick: <A>(from: readonly A[]) => A
  readonly chance: (share: number) => boolean
}

const mixed = (value: number): number => {
  let it = value | 0
  it = Math.imul(it ^ (it >>> 16), 0x21f0aaad)
  it = Math.imul(it ^ (it >>> 15), 0x735a2d97)
  return it ^ (it >>> 15)
}

/** The generator `mulberry32`, begun at a mixture of seed and index. */
export const randomOf = (seed: number, index: number): Random => {
  let state = mixed(mixed(seed) ^ mixed(index + 0x9e3779b9))
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let it = Math.imul(state ^ (state >>> 15), 1 | state)
    it = (it + Math.imul(it ^ (it >>> 7), 61 | it)) ^ it
    return ((it ^ (it >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return { below, pick: from => from[below(from.length)]!, chance: share => next() < share }
}
