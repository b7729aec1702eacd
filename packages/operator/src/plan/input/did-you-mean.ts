import { closestMatch } from 'leven'

/** Maximum distance: two letters may be wrong or swapped, in a long name a third of them. */
const farthest = (text: string): number => Math.min(text.length - 1, Math.max(2, Math.floor(text.length / 3)))

/** `; did you mean "job"?`; empty if no known name is close. */
export const didYouMean = (found: string, known: readonly string[]): string => {
  const same = known.find(it => it.toLowerCase() === found.toLowerCase())
  const near = same ?? closestMatch(found, known, { maxDistance: farthest(found) })
  return near === undefined ? '' : `; did you mean "${near}"?`
}
