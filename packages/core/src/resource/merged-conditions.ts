import { formatInstant } from '../codec/instant.ts'
import type { Condition } from './condition.ts'
import type { EpochMillis } from './time.ts'

/** A condition as it is to be; when it became so is found by comparing. */
export type WantedCondition = Omit<Condition, 'lastTransitionTime'>

const isSame = (a: Condition, b: WantedCondition): boolean =>
  a.status === b.status && a.reason === b.reason && a.message === b.message && a.observedGeneration === b.observedGeneration

/** The transition time moves only with the status; the same list where nothing changed. */
export const mergedConditions = (
  before: readonly Condition[],
  wanted: readonly WantedCondition[],
  now: EpochMillis,
): readonly Condition[] => {
  const list = wanted.map((condition): Condition => {
    const old = before.find(({ type }) => type === condition.type)
    return old !== undefined && isSame(old, condition) ? old
      : { ...condition, lastTransitionTime: old?.status === condition.status ? old.lastTransitionTime : formatInstant(now) }
  })
  return list.length === before.length && list.every((condition, index) => condition === before[index]) ? before : list
}
