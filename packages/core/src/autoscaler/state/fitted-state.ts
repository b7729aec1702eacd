import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import type { AutoscalerConfiguration, Profile } from '../autoscaler-configuration.ts'
import type { ScalingHistory, ScalingTracking, StoredTime, AutoscalerState } from '../autoscaler-state.ts'
import { compareTimes } from './vertex-key.ts'
import { longestUnpacked } from './packed-text.ts'
import { plainText, type StateKey, storedText } from './state-key.ts'

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

/** Largest total length of the three long parts in characters, as in the reference operator (autoscaler.md, section 10.1). */
export const longestStored = 1_000_000

/** Largest data of a ConfigMap, minus a margin for its metadata. */
const longestConfigMap = 1_030_000

const longKeys: readonly StateKey[] = ['collectedMetrics', 'scalingHistory', 'scalingTracking']
const shortKeys: readonly StateKey[] = ['delayedScaleDown', 'parallelismOverrides', 'configOverrides']

const fits = (state: AutoscalerState, profile: Profile): boolean => {
  if (longKeys.some(key => plainText(state, key, profile).length > longestUnpacked / 4)) return false
  const long = longKeys.reduce((sum, key) => sum + storedText(state, key, profile).length, 0)
  const short = shortKeys.reduce((sum, key) => sum + storedText(state, key, profile).length, 0)
  return long <= longestStored && long + short <= longestConfigMap
}

/** The largest number from 0 to `most` for which `isRight` holds (monotone); 0 if none. */
const largest = (most: number, isRight: (count: number) => boolean): number => {
  if (most <= 0 || isRight(most)) return Math.max(0, most)
  const search = (low: number, high: number): number => {
    if (high - low <= 1) return low
    const middle = Math.floor((low + high) / 2)
    return isRight(middle) ? search(middle, high) : search(low, middle)
  }
  return search(0, most)
}

/** The newest `count` scalings over all vertices. */
const newestOf = (history: ScalingHistory, count: number): ScalingHistory => {
  const all = Object.entries(history).flatMap(([id, records]) => records.map(record => ({ id, record })))
  const kept = new Set(count === 0 ? [] : all.sort((a, b) => compareTimes(a.record, b.record)).slice(-count).map(({ record }) => record))
  return Object.fromEntries(
    Object.entries(history).map(([id, records]) => [id, records.filter(it => kept.has(it))] as const).filter(([, records]) =>
      records.length > 0
    ),
  )
}

/**
 * Trims the state to the size of a ConfigMap. Drops the oldest samples first, then (A-8; the reference operator fails in each cycle) the
 * oldest history, then the oldest tracking, finally the delayed scale-downs. Always keeps the overrides: the job runs with them.
 */
export const fittedState = (state: AutoscalerState, profile: Profile): AutoscalerState => {
  if (fits(state, profile)) return state
  const withSamples = (count: number): AutoscalerState => ({ ...state, samples: count === 0 ? [] : state.samples.slice(-count) })
  const samples = withSamples(largest(state.samples.length, count => fits(withSamples(count), profile)))
  if (samples.samples.length > 0 || fits(samples, profile)) return samples
  const scalings = Object.values(state.history).reduce((sum, { length }) => sum + length, 0)
  const withHistory = (count: number): AutoscalerState => ({ ...samples, history: newestOf(state.history, count) })
  const history = withHistory(largest(scalings, count => fits(withHistory(count), profile)))
  if (fits(history, profile)) return history
  const withTracking = (count: number): AutoscalerState => ({ ...history, tracking: count === 0 ? [] : state.tracking.slice(-count) })
  const tracking = withTracking(largest(state.tracking.length, count => fits(withTracking(count), profile)))
  return fits(tracking, profile) ? tracking : { ...tracking, delayedScaleDown: {} }
}
