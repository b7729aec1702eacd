/**
 * Numbers for 64-bit hashes, in order of arrival. An open-addressing table in typed arrays: a map of that many boxed numbers would
 * cost most of the memory.
 */
export interface HashNumbers {
  /** The number of a hash; -1: the hash is new, and now has the next number. */
  readonly knownOrNext: (first: number, second: number) => number
  readonly size: () => number
}

export const hashNumbers = (): HashNumbers => {
  let mask = 4095
  let firsts = new Int32Array(mask + 1)
  let seconds = new Int32Array(mask + 1)
  let numbers = new Int32Array(mask + 1).fill(-1)
  let size = 0

  const place = (first: number, second: number): number => {
    let slot = first & mask
    while (numbers[slot]! >= 0 && (firsts[slot] !== first || seconds[slot] !== second)) slot = (slot + 1) & mask
    return slot
  }
  const put = (slot: number, first: number, second: number, number: number): void => {
    firsts[slot] = first
    seconds[slot] = second
    numbers[slot] = number
  }
  const grow = (): void => {
    const [oldFirsts, oldSeconds, oldNumbers] = [firsts, seconds, numbers]
    mask = mask * 2 + 1
    firsts = new Int32Array(mask + 1)
    seconds = new Int32Array(mask + 1)
    numbers = new Int32Array(mask + 1).fill(-1)
    for (let slot = 0; slot < oldNumbers.length; slot += 1)
      if (oldNumbers[slot]! >= 0) put(place(oldFirsts[slot]!, oldSeconds[slot]!), oldFirsts[slot]!, oldSeconds[slot]!, oldNumbers[slot]!)
  }
  return {
    knownOrNext: (first, second) => {
      const slot = place(first, second)
      const known = numbers[slot]!
      if (known >= 0) return known
      put(slot, first, second, size)
      size += 1
      if (size * 2 > mask) grow()
      return -1
    },
    size: () => size,
  }
}
