import type { AutoscalerConfiguration } from './autoscaler-configuration.ts'
import type { MetricsSample } from './autoscaler-state.ts'
import { averageOf, averageOnly, currentOf, currentOnly, type MetricsOf } from './evaluated-metrics.ts'
import { wholeSeconds } from './java-arithmetic.ts'
import { ratesOf, valuesOf } from './rates.ts'
import { isSource, type JobTopology, type JobVertex, outputCounts, type VertexId } from './topology.ts'

type Window = readonly MetricsSample[]

/** Rates of records per second over the window. A vertex with an unknown rate is absent. */
export interface DataRates {
  readonly received: ReadonlyMap<VertexId, number>
  readonly sent: ReadonlyMap<VertexId, number>
  readonly lag: ReadonlyMap<VertexId, number>
  /** Number of downstream vertices of each vertex. */
  readonly outputs: ReadonlyMap<VertexId, number>
}

export const dataRates = (topology: JobTopology, window: Window): DataRates => ({
  received: ratesOf(window, 'NUM_RECORDS_IN'),
  sent: ratesOf(window, 'NUM_RECORDS_OUT'),
  lag: ratesOf(window, 'LAG'),
  outputs: outputCounts(topology),
})

const rateIn = (rates: ReadonlyMap<VertexId, number>, id: VertexId): number => rates.get(id) ?? NaN

/** Lag of a source in records; 0 if the sample lacks it. */
export const latestLag = (window: Window, id: VertexId): number => valuesOf(window.at(-1), id)?.LAG ?? 0

/** The records that a vertex receives, and the records that all its inputs send. */
interface Inflow {
  readonly received: number
  /** Sum over the inputs with a known rate. */
  readonly sent: number
  readonly unknown: number
  /** Number of inputs that also send to other vertices. */
  readonly shared: number
}

const inflow = ({ id, inputs }: JobVertex, { received, sent, outputs }: DataRates): Inflow => ({
  received: rateIn(received, id),
  sent: inputs.reduce((sum, input) => sum + (sent.get(input.id) ?? 0), 0),
  unknown: inputs.filter(input => !sent.has(input.id)).length,
  shared: inputs.filter(input => outputs.get(input.id) !== 1).length,
})

/** The rate received from one input, without the others; NaN: another input also sends elsewhere, or a rate is unknown. */
const restFor = (from: VertexId, { received, sent, unknown, shared }: Inflow, rates: DataRates): number => {
  const own = rates.sent.get(from)
  const others = { unknown: unknown - (own === undefined ? 1 : 0), shared: shared - (rates.outputs.get(from) === 1 ? 0 : 1) }
  return others.shared > 0 || others.unknown > 0 ? NaN : received - (sent - (own ?? 0))
}

/** Records per second from one vertex to the next (autoscaler.md, section 4.2): the first row that applies. */
const edgeRate = (from: VertexId, to: JobVertex, into: Inflow, rates: DataRates): number => {
  if (to.inputs.length === 1) return into.received
  const rest = restFor(from, into, rates)
  return Number.isNaN(rest) ? rateIn(rates.sent, from) : rest
}

/** Records that a vertex gets for each record that its input gets. */
const outputRatio = (from: VertexId, to: JobVertex, into: Inflow, rates: DataRates): number => {
  const input = rateIn(rates.received, from)
  const edge = input > 0 ? edgeRate(from, to, into, rates) : 0
  return edge > 0 ? edge / input : 0
}

export interface TargetContext {
  readonly rates: DataRates
  readonly window: Window
  /** Metrics of the upstream vertices. */
  readonly evaluated: ReadonlyMap<VertexId, MetricsOf>
  readonly configuration: AutoscalerConfiguration
}

const ofSource = (id: VertexId, { rates, window, configuration }: TargetContext): MetricsOf => {
  const seconds = wholeSeconds(configuration.catchUpDuration)
  return {
    // the incoming rate, not the processing rate
    TARGET_DATA_RATE: averageOnly(Math.max(0, rateIn(rates.received, id) + rateIn(rates.lag, id))),
    CATCH_UP_DATA_RATE: currentOnly(seconds === 0 ? 0 : latestLag(window, id) / seconds),
  }
}

/** TARGET_DATA_RATE and CATCH_UP_DATA_RATE of a vertex, from those of its upstream vertices. NaN: the rate of a source is unknown. */
export const targetDataRate = (vertex: JobVertex, context: TargetContext): MetricsOf => {
  if (isSource(vertex)) return ofSource(vertex.id, context)
  const into = inflow(vertex, context.rates)
  const inputs = vertex.inputs.map(({ id }) => ({
    metrics: context.evaluated.get(id) ?? {},
    ratio: outputRatio(id, vertex, into, context.rates),
  }))
  return {
    TARGET_DATA_RATE: averageOnly(inputs.reduce((sum, { metrics, ratio }) => sum + averageOf(metrics, 'TARGET_DATA_RATE') * ratio, 0)),
    CATCH_UP_DATA_RATE: currentOnly(inputs.reduce((sum, { metrics, ratio }) => sum + currentOf(metrics, 'CATCH_UP_DATA_RATE') * ratio, 0)),
  }
}

/** True if some source would need longer than the threshold to process its lag (autoscaler.md, section 4.1). */
export const isProcessingBacklog = (
  topology: JobTopology,
  { received }: DataRates,
  { window, configuration }: Pick<TargetContext, 'window' | 'configuration'>,
): boolean =>
  topology.vertices.filter(isSource).some(({ id }) =>
    latestLag(window, id) / rateIn(received, id) > wholeSeconds(configuration.backlogProcessingLagThreshold)
  )

/** True if the total lag of all sources decreased over the window. */
export const isBacklogShrinking = (topology: JobTopology, { lag }: DataRates): boolean =>
  topology.vertices.filter(isSource).reduce((sum, { id }) => sum + (rateIn(lag, id) || 0), 0) < 0

export const lagMetric = (vertex: JobVertex, window: Window): MetricsOf =>
  isSource(vertex) ? { LAG: currentOnly(latestLag(window, vertex.id)) } : {}
