import type { StoredTime } from '../autoscaler-state.ts'

export const compareTimes = (a: StoredTime, b: StoredTime): number => a.at - b.at || (a.nanos ?? 0) - (b.nanos ?? 0)

/** Sorts oldest first. Of two items with the same time the second wins. */
export const byTime = <A extends StoredTime>(items: readonly A[]): readonly A[] => {
  const sorted = [...items].sort(compareTimes)
  return sorted.filter((item, index) => {
    const next = sorted[index + 1]
    return next === undefined || compareTimes(item, next) !== 0
  })
}

/** Entries sorted by key, so that equal states have equal texts. */
export const sortedEntries = <A>(record: Readonly<Partial<Record<string, A>>>): readonly (readonly [string, A])[] =>
  Object.keys(record).sort().flatMap(key => {
    const value = record[key]
    return value === undefined ? [] : [[key, value] as const]
  })
