import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import type { AutoscalerConfiguration } from '../autoscaler-configuration.ts'
import type { ScalingHistory, ScalingTracking, StoredTime } from '../autoscaler-state.ts'

type Limits = Pick<AutoscalerConfiguration, 'historyMaxCount' | 'historyMaxAge'>
type Budget = Pick<AutoscalerConfiguration, 'restartBudgetCount' | 'restartBudgetPeriod'>

/** A negative number or age keeps nothing. */
const newest = <A extends StoredTime>(items: readonly A[], limits: Limits, now: EpochMillis): readonly A[] => {
  const young = items.filter(({ at }) => at >= now - limits.historyMaxAge)
  return limits.historyMaxCount <= 0 ? [] : young.slice(-limits.historyMaxCount)
}

/**
 * Drops scalings older than `history.max.age`, then the oldest beyond `history.max.count`, then empty vertices (autoscaler.md, section
 * 6.1).
 */
export const trimmedHistory = (history: ScalingHistory, limits: Limits, now: EpochMillis): ScalingHistory =>
  Object.fromEntries(
    Object.entries(history).map(([id, records]) => [id, newest(records, limits, now)] as const).filter(([, records]) => records.length > 0),
  )

/** Number of the newest scalings that the restart budget counts. */
const inBudget = (tracking: ScalingTracking, { restartBudgetCount, restartBudgetPeriod }: Budget, now: EpochMillis): number =>
  Math.min(Math.max(0, restartBudgetCount ?? 0), tracking.filter(({ at }) => at > now - restartBudgetPeriod).length)

/** Likewise for the tracking, but keeps the newest record (section 6.2) and those that the restart budget counts. */
export const trimmedTracking = (tracking: ScalingTracking, limits: Limits & Budget, now: EpochMillis): ScalingTracking =>
  tracking.slice(-Math.max(1, newest(tracking, limits, now).length, inBudget(tracking, limits, now)))

/**
 * Assumed duration of a restart: the configured one, or the longest measured one, in whole seconds and within its limit (section 6.4).
 */
export const restartTime = (
  tracking: ScalingTracking,
  { restartTime: assumed, restartTimeTrackingEnabled, restartTimeTrackingLimit }: Pick<
    AutoscalerConfiguration,
    'restartTime' | 'restartTimeTrackingEnabled' | 'restartTimeTrackingLimit'
  >,
): Millis => {
  const measured = tracking.flatMap(({ restartDuration }) => (restartDuration === null ? [] : [Math.floor(restartDuration / 1000) * 1000]))
  return !restartTimeTrackingEnabled || measured.length === 0 ? assumed
    : Math.min(measured.reduce((longest, it) => Math.max(longest, it), -Infinity), restartTimeTrackingLimit)
}
