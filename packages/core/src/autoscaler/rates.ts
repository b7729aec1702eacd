import type { EpochMillis, Millis } from '../contract/resource/time.ts'
import type { MetricsSample } from './autoscaler-state.ts'
import { type MetricValues, type ScalingMetric, averageOf, currentOf, type MetricsOf } from './evaluated-metrics.ts'
import type { VertexId, JobVertex } from './topology.ts'
import type { AutoscalerConfiguration, Profile } from './autoscaler-configuration.ts'
import { roundToLong, wholeSeconds } from './java-arithmetic.ts'

/** One value per sample, oldest first. NaN: absent in the sample. */
export interface Series {
  readonly values: readonly { readonly at: EpochMillis; readonly value: number }[]
}

const series = (window: readonly MetricsSample[], of: (sample: MetricsSample) => number | undefined): Series => ({
  values: window.map(sample => ({ at: sample.at, value: of(sample) ?? NaN })),
})

/** Metrics of a vertex in a sample; undefined: none. */
export const valuesOf = (sample: MetricsSample | undefined, vertex: VertexId): MetricValues | undefined =>
  sample !== undefined && Object.hasOwn(sample.vertices, vertex) ? sample.vertices[vertex] : undefined

export const vertexSeries = (window: readonly MetricsSample[], vertex: VertexId, metric: ScalingMetric): Series =>
  series(window, sample => valuesOf(sample, vertex)?.[metric])

export const globalSeries = (window: readonly MetricsSample[], metric: ScalingMetric): Series =>
  series(window, ({ global }) => global[metric])

/** Growth per second between the first and the last value (autoscaler.md, section 3.3); NaN: fewer than two values. May be negative. */
export const rateOf = ({ values }: Series): number => {
  const known = values.filter(({ value }) => !Number.isNaN(value))
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined || known.length < 2) return NaN
  return (1000 * (last.value - first.value)) / Math.max(1, last.at - first.at)
}

interface Ends {
  readonly first: { readonly at: EpochMillis; readonly value: number }
  readonly last: { readonly at: EpochMillis; readonly value: number } | null
}

/** The rate of one metric for each vertex, in one pass over the window. A vertex with fewer than two values is absent. */
export const ratesOf = (window: readonly MetricsSample[], metric: ScalingMetric): ReadonlyMap<VertexId, number> => {
  const ends = new Map<VertexId, Ends>()
  for (const { at, vertices } of window)
    for (const [id, values] of Object.entries(vertices)) {
      const value = values[metric] ?? NaN
      const { first = null } = ends.get(id) ?? {}
      if (!Number.isNaN(value)) ends.set(id, first === null ? { first: { at, value }, last: null } : { first, last: { at, value } })
    }
  return new Map([...ends].flatMap(([id, { first, last }]) => last === null ? [] : [[id, rateOf({ values: [first, last] })] as const]))
}

/** Mean of the finite values. Without finite values: infinite if a value was infinite, else NaN. Fewer than `least` values: NaN. */
export const averageOfSeries = ({ values }: Series, least = 0): number => {
  const finite = values.filter(({ value }) => Number.isFinite(value))
  if (finite.length === 0) return values.some(({ value }) => !Number.isNaN(value)) ? Infinity : NaN
  return finite.length < least ? NaN : finite.reduce((total, { value }) => total + value, 0) / finite.length
}

/** The newest value; NaN: none. */
export const latestOf = ({ values }: Series): number => values.at(-1)?.value ?? NaN

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

interface Demand {
  /** Share of the time in which the vertex may be busy. */
  readonly utilization: number
  /** Duration of a restart whose backlog must be caught up too; null: no restart. */
  readonly restartTime: Millis | null
}

const restartRate = (target: number, restartTime: Millis | null, catchUp: Millis): number =>
  restartTime === null || wholeSeconds(catchUp) === 0 ? 0 : (target * wholeSeconds(restartTime)) / wholeSeconds(catchUp)

/**
 * Records per second that a vertex must be able to process: its backlog, the backlog of a restart, and the incoming records at the target
 * utilization (autoscaler.md, section 4.4). NaN: a rate is unknown. Infinite: the utilization is 0.
 */
export const requiredCapacity = (
  metrics: MetricsOf,
  { catchUpDuration }: Pick<AutoscalerConfiguration, 'catchUpDuration'>,
  demand: Demand,
): number => {
  const [catchUp, target] = [currentOf(metrics, 'CATCH_UP_DATA_RATE'), averageOf(metrics, 'TARGET_DATA_RATE')]
  const utilization = Math.max(0, Math.min(1, demand.utilization))
  if (Number.isNaN(catchUp) || Number.isNaN(target) || Number.isNaN(utilization)) return NaN
  if (utilization === 0) return Infinity
  return roundToLong(catchUp + restartRate(target, demand.restartTime, catchUpDuration) + target / utilization)
}
