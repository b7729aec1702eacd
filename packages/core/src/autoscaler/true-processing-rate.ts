import type { AutoscalerConfiguration } from './autoscaler-configuration.ts'
import type { MetricsSample } from './autoscaler-state.ts'
import type { Profile } from './profile.ts'
import { averageOfSeries, rateOf, vertexSeries } from './rates.ts'
import type { JobVertex } from './topology.ts'

export interface ProcessingRate {
  /** Records per second that the vertex could process if it were always busy. Infinite: no limit. NaN: unknown. */
  readonly rate: number
  /** Share of the time in which it was busy. */
  readonly load: number
}

const recordsIn = (vertex: JobVertex, window: readonly MetricsSample[], aggregator: string, profile: Profile): number => {
  const counted = rateOf(vertexSeries(window, vertex.id, 'NUM_RECORDS_IN'))
  if (aggregator === 'AVG' || profile === '1.15.0') return counted
  const measured = averageOfSeries(vertexSeries(window, vertex.id, 'NUM_RECORDS_IN_PER_SECOND'))
  return Number.isFinite(measured) ? measured : counted
}

/** Chooses the rate derived from the busy time, or the rate observed while a source could not keep up (autoscaler.md, section 4.3). */
const chosen = (busy: number, observed: number, switchThreshold: number): number => {
  if (Number.isNaN(observed)) return busy
  if (!Number.isFinite(busy)) return observed
  return busy > observed * (1 + switchThreshold) ? observed : busy
}

export const trueProcessingRate = (
  vertex: JobVertex,
  window: readonly MetricsSample[],
  configuration: AutoscalerConfiguration,
  profile: Profile,
): ProcessingRate => {
  const aggregator = configuration.metricsBusyTimeAggregator
  const busyMillis = aggregator === 'AVG'
    ? rateOf(vertexSeries(window, vertex.id, 'ACCUMULATED_BUSY_TIME')) / vertex.parallelism
    : 1000 * averageOfSeries(vertexSeries(window, vertex.id, 'LOAD'))
  const records = recordsIn(vertex, window, aggregator, profile)
  const busy = records === 0 ? Infinity : records / (busyMillis / 1000)
  const observed = averageOfSeries(
    vertexSeries(window, vertex.id, 'OBSERVED_TPR'),
    configuration.observedTrueProcessingRateMinObservations,
  )
  return { rate: chosen(busy, observed, configuration.observedTrueProcessingRateSwitchThreshold), load: busyMillis / 1000 }
}
