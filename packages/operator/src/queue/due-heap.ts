import type { EpochMillis } from '@flink-operator/core'

/** When each key is due, earliest first; at most one entry for each key. All operations take at most logarithmic time. */
export interface DueHeap {
  /** Adds the key, or moves it. */
  readonly put: (key: string, due: EpochMillis) => void
  readonly remove: (key: string) => void
  readonly peek: () => { readonly key: string; readonly due: EpochMillis } | undefined
  readonly dueOf: (key: string) => EpochMillis | undefined
  readonly size: () => number
  /** Entries due at `now` or before. */
  readonly countDue: (now: EpochMillis) => number
}

interface Item {
  readonly key: string
  readonly due: EpochMillis
  readonly order: number
}

const before = (a: Item, b: Item): boolean => a.due < b.due || (a.due === b.due && a.order < b.order)

/** A binary heap with an index of its keys, so that moving a key leaves no old entry (P24). Equal due times: first in, first out. */
export const createDueHeap = (): DueHeap => {
  const items: Item[] = []
  const place = new Map<string, number>()
  let order = 0

  const set = (index: number, item: Item): void => {
    items[index] = item
    place.set(item.key, index)
  }
  const rise = (from: number, item: Item): void => {
    let index = from
    while (index > 0) {
      const parent = (index - 1) >> 1
      const other = items[parent]
      if (other === undefined || !before(item, other)) break
      set(index, other)
      index = parent
    }
    set(index, item)
  }
  const sink = (from: number, item: Item): void => {
    let index = from
    for (;;) {
      const left = 2 * index + 1
      const leftItem = items[left]
      if (leftItem === undefined) break
      const rightItem = items[left + 1]
      const child = rightItem !== undefined && before(rightItem, leftItem) ? left + 1 : left
      const childItem = items[child]
      if (childItem === undefined || !before(childItem, item)) break
      set(index, childItem)
      index = child
    }
    set(index, item)
  }
  const remove = (key: string): void => {
    const index = place.get(key)
    if (index === undefined) return
    place.delete(key)
    const last = items.pop()
    if (last === undefined || last.key === key) return
    const parent = items[(index - 1) >> 1]
    if (index > 0 && parent !== undefined && before(last, parent)) rise(index, last)
    else sink(index, last)
  }
  const countFrom = (index: number, now: EpochMillis): number => {
    const item = items[index]
    return item === undefined || item.due > now ? 0 : 1 + countFrom(2 * index + 1, now) + countFrom(2 * index + 2, now)
  }

  return {
    put: (key, due) => {
      remove(key)
      const item = { key, due, order: order++ }
      rise(items.length, item)
    },
    remove,
    peek: () => items[0],
    dueOf: key => {
      const index = place.get(key)
      return index === undefined ? undefined : items[index]?.due
    },
    size: () => items.length,
    countDue: now => countFrom(0, now),
  }
}
