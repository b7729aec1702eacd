import { firstSeed, mixFirst } from './word-mix.ts'

/** One of `of` parts of a matrix, from 1 on. */
export interface Slice {
  readonly part: number
  readonly of: number
}

/** The part of a world, by its name alone, so that added or removed worlds don't move others. */
export const partOf = (name: string, of: number): number =>
  (Array.from(name).reduce((hash, letter) => mixFirst(hash, letter.charCodeAt(0)), firstSeed) >>> 0) % of + 1

/** The part for a day, counted from 1970-01-01 (UTC): each part occurs once in `of` consecutive days. */
export const partOfDay = (day: number, of: number): number => day % of + 1

/** Does a world belong to the part? */
export const inSlice = ({ part, of }: Slice): (world: { readonly name: string }) => boolean => ({ name }) => partOf(name, of) === part

/**
 * Starts the list at another place in each round of days: if time runs out before a part is explored whole, the next round leaves out
 * other worlds.
 */
export const fromAnotherPlace = <World>(worlds: readonly World[], round: number): readonly World[] => {
  const start = worlds.length === 0 ? 0 : partOf(`round ${round}`, worlds.length) - 1
  return [...worlds.slice(start), ...worlds.slice(0, start)]
}
