import type { MetricsSample } from './autoscaler-state.ts'
import { valuesOf, averageOfSeries, globalSeries, latestOf, requiredCapacity, trueProcessingRate } from './rates.ts'
import {
  type DataRates,
  dataRates,
  isBacklogShrinking,
  isProcessingBacklog,
  lagMetric,
  targetDataRate,
  type TargetContext,
} from './target-data-rate.ts'
import { isSource, type JobTopology, type JobVertex, type ShipStrategy, type VertexId } from './topology.ts'
import * as E from 'fp-ts/lib/Either.js'
import type { Millis } from '../contract/resource/time.ts'
import type { AutoscalerConfiguration, Profile } from './autoscaler-configuration.ts'
import {
  averageOf,
  averageOnly,
  currentOnly,
  evaluatedMetric,
  type EvaluatedMetrics,
  type MetricsOf,
  type ScalingMetric,
} from './evaluated-metrics.ts'

/** A source that leaves more than this share of its records unread does not keep up. */
const unreadPart = 0.01

/** Tolerated difference between records sent and received: some are in flight, and counters are read at different times. */
const underWayPart = 0.2

/** Ship strategies with which each record is received once. */
const receivedOnce: readonly ShipStrategy[] = ['HASH', 'REBALANCE', 'RESCALE', 'FORWARD', 'GLOBAL', 'SHUFFLE']

const lagGrows = ({ id }: JobVertex, { lag, received }: DataRates): boolean =>
  (lag.get(id) ?? 0) > unreadPart * Math.max(0, received.get(id) ?? 0)

const waitsUnread = ({ id }: JobVertex, { received }: DataRates, window: readonly MetricsSample[]): boolean =>
  received.get(id) === 0 && window.every(sample => (valuesOf(sample, id)?.LAG ?? 0) > 0)

const ofSource = (vertex: JobVertex, rates: DataRates, window: readonly MetricsSample[]): string | null => {
  if (waitsUnread(vertex, rates, window)) return `records wait before ${vertex.id}, and it reads none`
  return lagGrows(vertex, rates) ? `more and more records wait before ${vertex.id}` : null
}

const runsBackwards = (id: VertexId, { received, sent }: DataRates): boolean => (received.get(id) ?? 0) < 0 || (sent.get(id) ?? 0) < 0

/** The only input of a vertex, if it sends to no other vertex. */
const onlyInput = ({ inputs }: JobVertex, { outputs }: DataRates): VertexId | null => {
  const [input] = inputs
  if (input === undefined || inputs.length !== 1) return null
  return outputs.get(input.id) === 1 && receivedOnce.includes(input.shipStrategy) ? input.id : null
}

const isLost = (vertex: JobVertex, rates: DataRates): boolean => {
  const input = onlyInput(vertex, rates)
  const [sent, received] = [input === null ? undefined : rates.sent.get(input), rates.received.get(vertex.id)]
  return sent !== undefined && received !== undefined && Math.abs(sent - received) > underWayPart * Math.max(sent, received)
}

const ofVertex = (vertex: JobVertex, rates: DataRates, window: readonly MetricsSample[]): string | null => {
  if (vertex.isFinished) return null
  if (runsBackwards(vertex.id, rates)) return `the counters of ${vertex.id} run backwards`
  if (isSource(vertex)) return ofSource(vertex, rates, window)
  return isLost(vertex, rates) ? `${vertex.id} receives another number of records than its input sends` : null
}

/** How the metrics of the window contradict a low load, as text; null: they do not. */
export const contradiction = (topology: JobTopology, rates: DataRates, window: readonly MetricsSample[]): string | null => {
  for (const vertex of topology.vertices) {
    const found = ofVertex(vertex, rates, window)
    if (found !== null) return found
  }
  return null
}

export interface EvaluationInput {
  readonly topology: JobTopology
  /** The samples of the window, oldest first. */
  readonly window: readonly MetricsSample[]
  readonly configuration: AutoscalerConfiguration
  readonly profile: Profile
  /** Assumed duration of a restart (autoscaler.md, section 6.4). */
  readonly restartTime: Millis
}

/**
 * Rates below which a vertex scales up and above which it scales down (section 4.5). With a backlog the second is infinite: no scale-down.
 */
const thresholds = (metrics: MetricsOf, isBacklog: boolean, { configuration, restartTime }: EvaluationInput): MetricsOf => {
  const { utilizationTarget, targetUtilizationBoundary: boundary, utilizationMax, utilizationMin } = configuration
  const up = isBacklog ? 1 : utilizationMax ?? utilizationTarget + boundary
  const down = isBacklog ? 0 : utilizationMin ?? utilizationTarget - boundary
  return {
    SCALE_UP_RATE_THRESHOLD: currentOnly(requiredCapacity(metrics, configuration, { utilization: up, restartTime: null })),
    SCALE_DOWN_RATE_THRESHOLD: currentOnly(requiredCapacity(metrics, configuration, { utilization: down, restartTime })),
  }
}

const vertexMetrics = (
  vertex: JobVertex,
  { input, isBacklog, context }: {
    readonly input: EvaluationInput
    readonly isBacklog: boolean
    readonly context: TargetContext
  },
): MetricsOf => {
  const { window, configuration, profile } = input
  const { rate, load } = trueProcessingRate(vertex, window, configuration, profile)
  const target = targetDataRate(vertex, context)
  return {
    ...lagMetric(vertex, window),
    ...target,
    TRUE_PROCESSING_RATE: averageOnly(rate),
    LOAD: averageOnly(load),
    PARALLELISM: currentOnly(vertex.parallelism),
    MAX_PARALLELISM: currentOnly(vertex.maxParallelism),
    NUM_SOURCE_PARTITIONS: currentOnly(vertex.sourcePartitions ?? 0),
    ...thresholds(target, isBacklog, input),
  }
}

const withAverage: readonly ScalingMetric[] = ['HEAP_MAX_USAGE_RATIO', 'HEAP_MEMORY_USED', 'MANAGED_MEMORY_USED', 'METASPACE_MEMORY_USED']
const latestOnly: readonly ScalingMetric[] = ['GC_PRESSURE', 'NUM_TASK_SLOTS_USED']

const globalMetrics = (window: readonly MetricsSample[]): MetricsOf =>
  Object.fromEntries([
    ...latestOnly.map(name => [name, currentOnly(latestOf(globalSeries(window, name)))] as const),
    ...withAverage.map(name => {
      const values = globalSeries(window, name)
      return [name, evaluatedMetric(latestOf(values), averageOfSeries(values))] as const
    }),
  ])

const missingVertex = ({ topology, window }: EvaluationInput): string | null =>
  topology.vertices.find(({ id }) => window.some(sample => valuesOf(sample, id) === undefined))?.id ?? null

/** Evaluates the window for each vertex and for the job (autoscaler.md, section 4). Left: why the window is not sufficient. */
export const evaluate = (input: EvaluationInput): E.Either<string, EvaluatedMetrics> => {
  const missing = missingVertex(input)
  if (missing !== null) return E.left(`Vertex ${missing} is missing in a sample of the window`)
  const { topology, window, configuration } = input
  const rates = dataRates(topology, window)
  const isBacklog = isProcessingBacklog(topology, rates, { window, configuration })
  const evaluated = new Map<VertexId, MetricsOf>()
  const context = { rates, window, evaluated, configuration }
  // the metrics of a vertex depend on those of its inputs
  for (const vertex of topology.vertices) evaluated.set(vertex.id, vertexMetrics(vertex, { input, isBacklog, context }))
  return [...evaluated.values()].some(metrics => Number.isNaN(averageOf(metrics, 'TARGET_DATA_RATE')))
    ? E.left('Cannot evaluate metrics without ingestion rate information')
    : E.right({
      vertices: Object.fromEntries(evaluated),
      global: globalMetrics(window),
      isBacklogShrinking: isBacklogShrinking(topology, rates),
      contradiction: contradiction(topology, rates, window),
    })
}
