import type { AutoscalerConfiguration, Profile } from './autoscaler-configuration.ts'
import type { ScalingRecord, DelayedVertex } from './autoscaler-state.ts'
import { averageOf, currentOf, type MetricsOf } from './evaluated-metrics.ts'
import type { EpochMillis, Millis } from '../contract/resource/time.ts'
import { type AlignedParallelism, alignedParallelism } from './alignment.ts'
import { toInt } from './java-arithmetic.ts'
import { requiredCapacity } from './rates.ts'
import type { ShipStrategy, VertexId } from './topology.ts'

interface Observation {
  readonly parallelism: number
  readonly rate: number
}

type Options = Pick<
  AutoscalerConfiguration,
  'observedScalabilityEnabled' | 'observedScalabilityMinObservations' | 'observedScalabilityCoefficientMin'
>

/** Records per second of one subtask at the smallest parallelism; of several scalings the newest counts. */
const baseline = (observations: readonly Observation[]): number => {
  const smallest = Math.min(...observations.map(({ parallelism }) => parallelism))
  const newest = observations.findLast(({ parallelism }) => parallelism === smallest)
  return newest === undefined ? NaN : newest.rate / newest.parallelism
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Rounds up to two decimals. */
const roundedUp = (value: number): number => {
  const nearest = Math.round(value * 100)
  return nearest / 100 >= value ? nearest / 100 : (nearest + 1) / 100
}

/**
 * Scalability of a vertex, learned from past scalings; 1: its rate grows linearly with its parallelism (autoscaler.md, section 5.4). Fits a
 * line through the observed rates by least squares. 1 if the observations are too few or unusable (A-16: zero or infinite rates).
 */
export const scalingCoefficient = (history: readonly ScalingRecord[], options: Options): number => {
  if (!options.observedScalabilityEnabled || history.length === 0 || history.length < options.observedScalabilityMinObservations) return 1
  const observations = history.map(({ currentParallelism, metrics }) => ({
    parallelism: currentParallelism,
    rate: averageOf(metrics, 'TRUE_PROCESSING_RATE'),
  }))
  const products = sum(observations.map(({ parallelism, rate }) => parallelism * rate))
  const squares = sum(observations.map(({ parallelism }) => parallelism ** 2))
  const slope = products / (baseline(observations) * squares)
  return Number.isNaN(slope) ? 1 : roundedUp(Math.max(options.observedScalabilityCoefficientMin, Math.min(1, slope)))
}

/** Values that are equal for all vertices of a cycle. */
export interface DecisionContext {
  readonly configuration: AutoscalerConfiguration
  readonly profile: Profile
  /** Assumed duration of a restart (autoscaler.md, section 6.4). */
  readonly restartTime: Millis
  /** Smallest parallelism according to the schedule; 0: none. */
  readonly floor: number
  readonly now: EpochMillis
}

/** Input of the decision on one vertex. */
export interface VertexToScale {
  readonly id: VertexId
  readonly inputShipStrategies: readonly ShipStrategy[]
  readonly metrics: MetricsOf
  /** True if the backlog of the sources was smaller at the end of the window than at its start. */
  readonly isBacklogShrinking: boolean
  /** How the metrics of the job contradict each other; null: they do not. */
  readonly contradiction: string | null
  /** Share of its required records that can reach it, 0 to 1: back pressure of another vertex may withhold the rest. */
  readonly passable: number
  /** Its past scalings, the oldest first. */
  readonly history: readonly ScalingRecord[]
  readonly delayed: DelayedVertex | null
}

/** Limits for the new parallelism. A vertex outside the configured range is not forced into it. */
export interface ParallelismLimits {
  readonly lower: number
  readonly upper: number
}

/** The desired parallelism of one vertex, before any blocking rule (autoscaler.md, sections 5.3 to 5.6). */
export interface VertexWish {
  readonly current: number
  /** Records per second that it can process now. */
  readonly rate: number
  /** Records per second that it must be able to process. */
  readonly capacity: number
  readonly factor: number
  readonly limits: ParallelismLimits
  /** The desired parallelism, within the limits. */
  readonly wished: number
  readonly keyGroupsOrPartitions: number
  readonly aligned: AlignedParallelism
  /** True if the vertex is below the current minimum of the schedule. */
  readonly isBelowFloor: boolean
  readonly isOutsideBounds: boolean
}

/** Largest number of key groups in Flink. A larger number can not come from Flink. */
const mostKeyGroups = 32_768

const clamped = (value: number, least: number, most: number): number => (value < least ? least : value > most ? most : value)

/** Limits the scale factor: records that can not reach the vertex are no reason to scale up or down. */
const passableFactor = (factor: number, passable: number): number => Math.max(Math.min(1, factor), factor * passable)

const scaleFactor = ({ metrics, history, passable }: VertexToScale, { configuration, restartTime }: DecisionContext) => {
  const rate = averageOf(metrics, 'TRUE_PROCESSING_RATE')
  const capacity = requiredCapacity(metrics, configuration, { utilization: configuration.utilizationTarget, restartTime })
  const factor = capacity / rate / scalingCoefficient(history, configuration)
  return {
    rate,
    capacity,
    factor: clamped(passableFactor(factor, passable), 1 - configuration.scaleDownMaxFactor, 1 + configuration.scaleUpMaxFactor),
  }
}

const limitsOf = (current: number, maxParallelism: number, configuration: AutoscalerConfiguration): ParallelismLimits => ({
  lower: Math.max(1, Math.min(current, configuration.vertexMinParallelism)),
  upper: Math.min(maxParallelism, Math.max(current, configuration.vertexMaxParallelism)),
})

/** Raises the lower limit to the minimum of the schedule, within the upper limit. */
const withFloor = ({ lower, upper }: ParallelismLimits, floor: number): ParallelismLimits => ({
  lower: Math.max(lower, Math.min(floor, upper)),
  upper,
})

/** More subtasks than partitions would have nothing to read. */
const withinPartitions = (wished: number, current: number, partitions: number): number =>
  partitions < 1 ? wished : Math.min(wished, wished > current ? Math.max(current, partitions) : partitions)

const maxParallelismOf = (metrics: MetricsOf): number => {
  const known = toInt(currentOf(metrics, 'MAX_PARALLELISM'))
  return known < 1 ? mostKeyGroups : Math.min(known, mostKeyGroups)
}

export const vertexWish = (vertex: VertexToScale, context: DecisionContext): VertexWish => {
  const { metrics } = vertex
  const { configuration, profile, floor } = context
  const current = toInt(currentOf(metrics, 'PARALLELISM'))
  const partitions = toInt(currentOf(metrics, 'NUM_SOURCE_PARTITIONS'))
  const maxParallelism = maxParallelismOf(metrics)
  const { rate, capacity, factor } = scaleFactor(vertex, context)
  const limits = withFloor(limitsOf(current, maxParallelism, configuration), floor)
  const inLimits = Math.min(Math.max(limits.lower, toInt(Math.ceil(factor * current))), limits.upper)
  const wished = profile === 'main' ? withinPartitions(inLimits, current, partitions) : inLimits
  const keyGroupsOrPartitions = partitions > 0 ? partitions : maxParallelism
  const isAligned = wished !== current && (partitions > 0 || vertex.inputShipStrategies.includes('HASH'))
  const { lower, upper } = limits
  const aligned = !isAligned ? { parallelism: wished, isLimited: false } : alignedParallelism({
    mode: configuration.alignmentMode,
    current,
    wished,
    keyGroupsOrPartitions,
    lower,
    upper,
    keepsScaleDown: profile === 'main',
  })
  const isBelowFloor = current < floor && wished > current
  const isOutsideBounds = isBelowFloor || rate < currentOf(metrics, 'SCALE_UP_RATE_THRESHOLD') * vertex.passable
    || rate > currentOf(metrics, 'SCALE_DOWN_RATE_THRESHOLD')
  return { current, rate, capacity, factor, limits, wished, keyGroupsOrPartitions, aligned, isBelowFloor, isOutsideBounds }
}
