/**
 * Two running 32-bit hashes over the same words, with different constants (the inner loop of MurmurHash3): together 64 bits. A single
 * differing word always changes each of them; several differing words collide only by chance.
 */
export const firstSeed = 0x2f6e2b1
/** The seed of the second hash; `firstSeed` is that of the first. */
export const secondSeed = 0x5bd1e995

/** The first hash with one more word. */
export const mixFirst = (hash: number, word: number): number => {
  let mixed = Math.imul(word, 0xcc9e2d51)
  mixed = Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593)
  const next = hash ^ mixed
  return (Math.imul((next << 13) | (next >>> 19), 5) + 0xe6546b64) | 0
}

/** The second hash with one more word. */
export const mixSecond = (hash: number, word: number): number => {
  let mixed = Math.imul(word, 0x239b961b)
  mixed = Math.imul((mixed << 16) | (mixed >>> 16), 0xab0e9789)
  const next = hash ^ mixed
  return (Math.imul((next << 17) | (next >>> 15), 5) + 0x561ccd1b) | 0
}
