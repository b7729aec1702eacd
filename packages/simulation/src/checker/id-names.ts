/** Names of ids in a canonical hash: the rank of an id by its first appearance. Ids are numbers, counted from 0 without gaps. */
export interface IdNames {
  /** No id has a name any more. */
  readonly forget: () => void
  /** The name of an id; a new one if it has none yet. */
  readonly of: (id: number) => number
  readonly isGiven: (id: number) => boolean
}

export const idNames = (): IdNames => {
  /** A name is valid if it was given in this epoch, so that forgetting all costs nothing. */
  let givenAt = new Int32Array(1024)
  let nameOf = new Int32Array(1024)
  let epoch = 0
  let count = 0
  const makeRoom = (id: number): void => {
    const [wider, widerNames] = [new Int32Array(id * 2), new Int32Array(id * 2)]
    wider.set(givenAt)
    widerNames.set(nameOf)
    givenAt = wider
    nameOf = widerNames
  }
  return {
    forget: () => {
      epoch += 1
      count = 0
    },
    of: id => {
      if (id >= givenAt.length) makeRoom(id)
      if (givenAt[id] !== epoch) {
        givenAt[id] = epoch
        nameOf[id] = count
        count += 1
      }
      return nameOf[id]!
    },
    isGiven: id => id < givenAt.length && givenAt[id] === epoch,
  }
}
