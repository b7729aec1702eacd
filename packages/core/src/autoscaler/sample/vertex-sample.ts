import { sequenceS } from 'fp-ts/lib/Apply.js'
import * as E from 'fp-ts/lib/Either.js'
import type { AutoscalerConfiguration, Profile } from '../autoscaler-configuration.ts'
import type { MetricsSample } from '../autoscaler-state.ts'
import { roundMetric, type MetricValues, type ScalingMetric } from '../evaluated-metrics.ts'
import { wholeSeconds } from '../java-arithmetic.ts'
import { averageOfSeries, vertexSeries } from '../rates.ts'
import { type VertexAnswer, aggregateOf, totalOf } from './vertex-metrics.ts'

export interface SampleContext {
  readonly configuration: AutoscalerConfiguration
  readonly profile: Profile
  /** Earlier samples. */
  readonly window: readonly MetricsSample[]
}

type Read = E.Either<string, number | null>

/** The processing rate of a source that could not keep up (autoscaler.md, section 3.4); null: no value. */
const observedRate = (vertex: VertexAnswer, lag: number, { configuration, window }: SampleContext): Read => {
  const read = totalOf(vertex, 'SOURCE_TASK_NUM_RECORDS_IN_PER_SEC')
  if (E.isLeft(read)) return read
  const perSecond = read.right ?? NaN
  if (Number.isNaN(perSecond)) return E.right(null)
  if (perSecond === 0) return E.right(Infinity)
  const before = averageOfSeries(
    vertexSeries(window, vertex.id, 'OBSERVED_TPR'),
    configuration.observedTrueProcessingRateMinObservations,
  )
  if (!(lag >= wholeSeconds(configuration.observedTrueProcessingRateLagThreshold) * perSecond)) return E.right(before)
  return E.map((backPressure: number) => (backPressure < 1000 ? perSecond / (1 - backPressure / 1000) : before))(
    aggregateOf(vertex, 'BACKPRESSURE_TIME_PER_SEC', 'avg'),
  )
}

/** Incoming records: the first counter that is not zero. The first counters are zero for a source. */
const recordsIn = (vertex: VertexAnswer): Read => {
  if (vertex.isFinished) return E.right(0)
  if (vertex.readRecords !== 0 || vertex.inputs.length > 0) return E.right(vertex.readRecords)
  const counted = totalOf(vertex, 'SOURCE_TASK_NUM_RECORDS_IN')
  if (E.isLeft(counted) || (counted.right ?? 0) !== 0) return counted
  return E.map((sent: number | null) => sent ?? 0)(totalOf(vertex, 'SOURCE_TASK_NUM_RECORDS_OUT'))
}

const load = (vertex: VertexAnswer, { configuration }: SampleContext): Read =>
  E.map((busy: number) => (Number.isFinite(busy) ? Math.max(0, busy) / 1000 : NaN))(
    aggregateOf(vertex, 'BUSY_TIME_PER_SEC', ({ MAX: 'max', AVG: 'avg', MIN: 'min' } as const)[configuration.metricsBusyTimeAggregator]),
  )

const nothing: Read = E.right(null)

/** The metrics of one vertex in a sample (autoscaler.md, section 3.1). Left: what Flink's response lacks. */
export const vertexSample = (vertex: VertexAnswer, context: SampleContext): E.Either<string, MetricValues> => {
  const isSource = vertex.inputs.length === 0
  const lag = isSource ? E.map((pending: number | null) => pending ?? 0)(totalOf(vertex, 'PENDING_RECORDS')) : E.right(0)
  const read = sequenceS(E.Apply)(
    {
      LAG: isSource ? lag : nothing,
      LOAD: load(vertex, context),
      ACCUMULATED_BUSY_TIME: E.right(vertex.isFinished ? 0 : vertex.accumulatedBusyTime),
      NUM_RECORDS_IN: recordsIn(vertex),
      NUM_RECORDS_IN_PER_SECOND: isSource || context.profile === '1.15.0' ? nothing : totalOf(vertex, 'NUM_RECORDS_IN_PER_SEC'),
      NUM_RECORDS_OUT: E.right(vertex.isFinished ? 0 : vertex.writeRecords),
      OBSERVED_TPR: isSource ? E.chain((it: number) => observedRate(vertex, it, context))(lag) : nothing,
    } satisfies Partial<Record<ScalingMetric, Read>>,
  )
  return E.map((values: Readonly<Record<string, number | null>>) =>
    Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, roundMetric(value)] as const])))
  )(read)
}
