import { formatInstant } from '../../crd/instant.ts'
import type { EpochMillis } from './time.ts'

/** One Kubernetes condition. Times are ISO-8601 in UTC. */
export interface Condition {
  readonly type: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
  readonly message: string
  readonly lastTransitionTime: string
  /** Absent in the reference operator's own condition `Running` (control-flow.md, section 1.8). */
  readonly observedGeneration?: number
}

/** A desired condition. Its transition time is determined by comparison. */
export type WantedCondition = Omit<Condition, 'lastTransitionTime'>

const isSame = (a: Condition, b: WantedCondition): boolean =>
  a.status === b.status && a.reason === b.reason && a.message === b.message && a.observedGeneration === b.observedGeneration

/**
 * Merges the desired conditions into the recorded ones. The transition time moves only with the condition's status; it returns the same
 * list if nothing changed, in whichever order.
 */
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
  return list.length === before.length && list.every(condition => before.includes(condition)) ? before : list
}
