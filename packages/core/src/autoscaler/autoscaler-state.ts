import type { EpochMillis, Millis } from '../contract/resource/time.ts'
import type { MetricsOf, MetricValues } from './evaluated-metrics.ts'
import type { VertexId } from './topology.ts'

/**
 * Time of a stored entry. The reference operator stores nanoseconds. Rules use only `at`, in whole milliseconds; `nanos` keeps the text in
 * the ConfigMap unchanged.
 */
export interface StoredTime {
  readonly at: EpochMillis
  /** The part below a millisecond, 1 to 999,999; absent: none. */
  readonly nanos?: number
}

/** Metrics that one cycle read from Flink. */
export interface MetricsSample extends StoredTime {
  readonly vertices: Readonly<Record<VertexId, MetricValues>>
  readonly global: MetricValues
}

/** One scaling of one vertex, with the metrics that led to it. */
export interface ScalingRecord extends StoredTime {
  readonly currentParallelism: number
  readonly newParallelism: number
  readonly metrics: MetricsOf
}

/** The scalings of each vertex, oldest first. A vertex without scalings is absent. */
export type ScalingHistory = Readonly<Record<VertexId, readonly ScalingRecord[]>>

/** One scaling of the job. */
export interface TrackingRecord extends StoredTime {
  /** Duration of the restart; null: not known yet. */
  readonly restartDuration: Millis | null
}

/** Scalings of the job, oldest first. */
export type ScalingTracking = readonly TrackingRecord[]

/** A smaller parallelism that was recommended for a vertex at one time. */
export interface RecommendedParallelism extends StoredTime {
  readonly parallelism: number
  readonly isOutsideBounds: boolean
}

/** A scale-down of one vertex that waits until it has been recommended continuously for `scale-down.interval`. */
export interface DelayedVertex {
  readonly firstTrigger: StoredTime
  /** Ordered by time, with strictly decreasing parallelism: the first entry is the largest of the interval. */
  readonly recommended: readonly RecommendedParallelism[]
}

/** Delayed scale-downs, by vertex. */
export type DelayedScaleDown = Readonly<Record<VertexId, DelayedVertex>>

/** Parallelism by vertex, as text: the reference operator compares texts. */
export type ParallelismOverrides = Readonly<Record<VertexId, string>>

/** Changes of the configuration by memory tuning. */
export interface ConfigChanges {
  readonly overrides: Readonly<Record<string, string>>
  readonly removals: readonly string[]
}

/** The persisted state of the autoscaler for a job, stored in a ConfigMap (autoscaler.md, section 10.1). */
export interface AutoscalerState {
  /** Samples of the window, oldest first. */
  readonly samples: readonly MetricsSample[]
  readonly history: ScalingHistory
  readonly tracking: ScalingTracking
  readonly delayedScaleDown: DelayedScaleDown
  readonly parallelismOverrides: ParallelismOverrides
  readonly configChanges: ConfigChanges
}

/** The state before the first measurement. */
export const emptyState: AutoscalerState = {
  samples: [],
  history: {},
  tracking: [],
  delayedScaleDown: {},
  parallelismOverrides: {},
  configChanges: { overrides: {}, removals: [] },
}
