import { reportedMetrics } from '../contract/action/cycle-report.ts'

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
