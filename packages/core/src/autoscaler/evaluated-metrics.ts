import { reportedMetrics } from '../contract/action/cycle-report.ts'
import type { VertexId } from './topology.ts'

/** Metrics in samples, and metrics evaluated from samples. Names as in the reference operator and in the ConfigMap. */
export const scalingMetrics = [
  ...reportedMetrics,
  'NUM_RECORDS_IN',
  'NUM_RECORDS_IN_PER_SECOND',
  'NUM_RECORDS_OUT',
  'ACCUMULATED_BUSY_TIME',
  'OBSERVED_TPR',
  'NUM_TASK_SLOTS_USED',
  'GC_PRESSURE',
  'HEAP_MAX_USAGE_RATIO',
  'HEAP_MEMORY_USED',
  'MANAGED_MEMORY_USED',
  'METASPACE_MEMORY_USED',
] as const

/** Name of a metric. */
export type ScalingMetric = (typeof scalingMetrics)[number]

/** Values of metrics at one time. A metric that could not be read is absent. NaN and infinite values may occur. */
export type MetricValues = Readonly<Partial<Record<ScalingMetric, number>>>

/** A metric over the window: its newest value and its average. NaN: no value. */
export interface EvaluatedMetric {
  readonly current: number
  readonly average: number
}

/** The evaluated metrics of one vertex, or those of the job as a whole. */
export type MetricsOf = Readonly<Partial<Record<ScalingMetric, EvaluatedMetric>>>

/** The evaluated metrics of each vertex, and of the job. */
export interface EvaluatedMetrics {
  readonly vertices: Readonly<Record<VertexId, MetricsOf>>
  readonly global: MetricsOf
  /** True if the lag of the sources decreased in the window. */
  readonly isBacklogShrinking: boolean
  /** How the metrics contradict a low load, as text; null: they do not. */
  readonly contradiction: string | null
}

/**
 * Rounds to three decimals, based on the decimal text, halves away from zero (SM.roundMetric). A number that would become zero stays
 * unchanged, and so does one above 2^43, since a double has fewer than three decimals there.
 */
export const roundMetric = (value: number): number => {
  const size = Math.abs(value)
  if (!Number.isFinite(value) || size >= 2 ** 43 || size < 1e-6) return value
  // by its text: 0.5005 · 1000 is less than 500.5
  const rounded = Math.round(Number(`${size}e3`)) / 1000
  return rounded === 0 ? value : Math.sign(value) * rounded
}

/** A metric with only a newest value. */
export const currentOnly = (value: number): EvaluatedMetric => ({ current: roundMetric(value), average: NaN })

/** A metric with only an average. */
export const averageOnly = (value: number): EvaluatedMetric => ({ current: NaN, average: roundMetric(value) })

export const evaluatedMetric = (current: number, average: number): EvaluatedMetric => ({
  current: roundMetric(current),
  average: roundMetric(average),
})

/** NaN where the metric is absent. */
export const currentOf = (metrics: MetricsOf, name: ScalingMetric): number => metrics[name]?.current ?? NaN

/** NaN where the metric is absent. */
export const averageOf = (metrics: MetricsOf, name: ScalingMetric): number => metrics[name]?.average ?? NaN
