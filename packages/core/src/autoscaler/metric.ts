import { reportedMetrics } from '../action/cycle-report.ts'

/** Metrics that a sample holds, and those that are evaluated from samples; the names are the reference's, also in the ConfigMap. */
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

/** What is evaluated of a vertex. */
export type ScalingMetric = (typeof scalingMetrics)[number]

/** One number a metric, as read at one time; a metric that could not be read is absent. NaN and infinite values are ordinary. */
export type MetricValues = Readonly<Partial<Record<ScalingMetric, number>>>
