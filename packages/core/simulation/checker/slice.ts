import { firstSeed, mixFirst } from './word-mix.ts'

/** One of `of` parts of a matrix, from 1 on. */
export interface Slice {
  readonly part: number
  readonly of: number
}

/** Which part a world is in: by its name alone, so that worlds that come or go move no other. */
export const partOf = (name: string, of: number): number =>
  (Array.from(name).reduce((hash, letter) => mixFirst(hash, letter.charCodeAt(0)), firstSeed) >>> 0) % of + 1

/** The part for a day, counted from 1970-01-01 (UTC): in `of` days in a row each comes once. */
export const partOfDay = (day: number, of: number): number => day % of + 1

/** Does a world belong to the part? */
export const inSlice = ({ part, of }: Slice): (world: { readonly name: string }) => boolean => ({ name }) => partOf(name, of) === part

/**
 * The same list from another place on, each round of days: where time is over before a part is explored whole, what was left out in one
 * round is not what is left out in the next.
 */
export const fromAnotherPlace = <World>(worlds: readonly World[], round: number): readonly World[] => {
  const start = worlds.length === 0 ? 0 : partOf(`round ${round}`, worlds.length) - 1
  return [...worlds.slice(start), ...worlds.slice(0, start)]
}
