import type { EpochMillis } from '@flink-operator/core'
import { createDueHeap, type DueHeap } from './due-heap.ts'

/** When each key is due, and whose turn it is among those that are. All operations take at most logarithmic time, `countDue` aside. */
export interface FairLine {
  /** Adds the key, or moves it. */
  readonly put: (key: string, due: EpochMillis) => void
  readonly remove: (key: string) => void
  /**
   * Takes the key whose turn it is out of the line, among those that are due and whose group may begin something (absent: all may);
   * undefined: there is none. The group's next turn comes after those of all others.
   */
  readonly take: (
    now: EpochMillis,
    mayBegin?: (group: string) => boolean,
  ) => { readonly key: string; readonly due: EpochMillis } | undefined
  /** When the first key is due; undefined: the line is empty. */
  readonly earliest: () => EpochMillis | undefined
  readonly dueOf: (key: string) => EpochMillis | undefined
  /** Entries due at `now` or before. */
  readonly countDue: (now: EpochMillis) => number
  /** Groups of which something is kept, to see that nothing leaks (P24). */
  readonly groups: () => number
}

/**
 * A line that is fair between groups (namespaces): groups with keys that are due take turns, one key each, so that a group with hundreds of
 * keys delays another group's key by one piece of work and not by hundreds (S11). Within a group the earliest due key comes first.
 */
export const createFairLine = (groupOf: (key: string) => string): FairLine => {
  const keysOf = new Map<string, DueHeap>()
  /** When the first key of each group is due; groups whose turn may have come are in `turns` instead. */
  const later = createDueHeap()
  /** Groups that take turns, the next one first. */
  const turns = new Set<string>()

  /** Finds the place of a group whose keys changed: it keeps its turn as long as it has keys. */
  const place = (group: string, keys: DueHeap): void => {
    const first = keys.peek()
    if (first === undefined) {
      keysOf.delete(group)
      turns.delete(group)
      later.remove(group)
    } else if (!turns.has(group)) later.put(group, first.due)
  }

  const takeTurns = (now: EpochMillis): void => {
    for (let head = later.peek(); head !== undefined && head.due <= now; head = later.peek()) {
      later.remove(head.key)
      turns.add(head.key)
    }
  }

  return {
    put: (key, due) => {
      const group = groupOf(key)
      const keys = keysOf.get(group) ?? createDueHeap()
      keysOf.set(group, keys)
      keys.put(key, due)
      place(group, keys)
    },
    remove: key => {
      const group = groupOf(key)
      const keys = keysOf.get(group)
      if (keys === undefined) return
      keys.remove(key)
      place(group, keys)
    },
    take: (now, mayBegin = () => true) => {
      takeTurns(now)
      for (const group of turns) {
        const keys = keysOf.get(group)
        const first = keys?.peek()
        if (keys === undefined || first === undefined || first.due > now) {
          // its due key was taken away, or moved to a later time
          turns.delete(group)
          if (keys !== undefined) place(group, keys)
        } else if (mayBegin(group)) {
          keys.remove(first.key)
          turns.delete(group)
          place(group, keys)
          return first
        }
      }
      return undefined
    },
    earliest: () => {
      const ofTurns = [...turns].flatMap(group => keysOf.get(group)?.peek()?.due ?? [])
      const head = later.peek()
      return head === undefined && ofTurns.length === 0 ? undefined : Math.min(head?.due ?? Number.POSITIVE_INFINITY, ...ofTurns)
    },
    dueOf: key => keysOf.get(groupOf(key))?.dueOf(key),
    countDue: now => [...keysOf.values()].reduce((sum, keys) => sum + keys.countDue(now), 0),
    groups: () => keysOf.size,
  }
}
