import type { EpochMillis } from '@flink-operator/core'
import { createDueHeap, type DueHeap } from './due-heap.ts'

/** When each key is due, and which due key has its turn. All operations but `countDue` take at most logarithmic time. */
export interface FairLine {
  /** Adds the key, or moves it. */
  readonly put: (key: string, due: EpochMillis) => void
  readonly remove: (key: string) => void
  /**
   * Removes and returns the due key whose turn it is, among the groups that may begin work (absent: all); undefined: none exists.
   * The next turn of its group is after the turns of all other groups.
   */
  readonly take: (
    now: EpochMillis,
    mayBegin?: (group: string) => boolean,
  ) => { readonly key: string; readonly due: EpochMillis } | undefined
  /** When the first key is due; undefined: no key is waiting. */
  readonly earliest: () => EpochMillis | undefined
  readonly dueOf: (key: string) => EpochMillis | undefined
  /** Entries due at `now` or before. */
  readonly countDue: (now: EpochMillis) => number
  /** Number of groups with kept entries, for the leak check (P24). */
  readonly groups: () => number
}

/**
 * A queue that is fair between groups (namespaces). Groups with due keys take turns, one key each, so that a group with hundreds of
 * keys delays the key of another group by one piece of work only (S11). Within a group the earliest due key is first.
 */
export const createFairLine = (groupOf: (key: string) => string): FairLine => {
  const keysOf = new Map<string, DueHeap>()
  /** When the first key of each group is due. Groups that are in `turns` are not in here. */
  const later = createDueHeap()
  /** Groups that take turns, the next one first. */
  const turns = new Set<string>()

  /** Updates the place of a group whose keys changed: the group keeps its turn while it has keys. */
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
          // its due key was removed, or moved to a later time
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
