import type { EpochMillis, Millis } from '../resource/time.ts'
import type { MetricsOf } from './evaluated-metrics.ts'
import type { MetricValues } from './metric.ts'
import type { VertexId } from './topology.ts'

/**
 * When something was stored. The reference stores nanoseconds: rules look at `at`, whole milliseconds, alone; a text of the ConfigMap is
 * written again as it was.
 */
export interface StoredTime {
  readonly at: EpochMillis
  /** The part below a millisecond, 1 to 999,999; absent: none. */
  readonly nanos?: number
}

/** What was read from Flink in one cycle. */
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

/** The scalings of each vertex, the oldest first; a vertex without any is absent. */
export type ScalingHistory = Readonly<Record<VertexId, readonly ScalingRecord[]>>

/** One scaling of the job. */
export interface TrackingRecord extends StoredTime {
  /** How long the restart took; null: not known yet. */
  readonly restartDuration: Millis | null
}

/** The oldest first. */
export type ScalingTracking = readonly TrackingRecord[]

/** A smaller parallelism that a vertex wished at one time. */
export interface RecommendedParallelism extends StoredTime {
  readonly parallelism: number
  readonly isOutsideBounds: boolean
}

/** A scale-down of one vertex that waits for `scale-down.interval` of continuous wish. */
export interface DelayedVertex {
  readonly firstTrigger: StoredTime
  /** By time; the parallelism becomes smaller from each to the next, so that the first is the largest of the interval. */
  readonly recommended: readonly RecommendedParallelism[]
}

/** Scale-downs that wait, by vertex. */
export type DelayedScaleDown = Readonly<Record<VertexId, DelayedVertex>>

/** Parallelism by vertex, as text: the reference compares texts. */
export type ParallelismOverrides = Readonly<Record<VertexId, string>>

/** What memory tuning changes in the configuration. */
export interface ConfigChanges {
  readonly overrides: Readonly<Record<string, string>>
  readonly removals: readonly string[]
}

/** All that the autoscaler remembers of a job; it stands in the ConfigMap (autoscaler.md, section 10.1). */
export interface AutoscalerState {
  /** The window, the oldest first. */
  readonly samples: readonly MetricsSample[]
  readonly history: ScalingHistory
  readonly tracking: ScalingTracking
  readonly delayedScaleDown: DelayedScaleDown
  readonly parallelismOverrides: ParallelismOverrides
  readonly configChanges: ConfigChanges
}

/** Nothing was measured or decided yet. */
export const emptyState: AutoscalerState = {
  samples: [],
  history: {},
  tracking: [],
  delayedScaleDown: {},
  parallelismOverrides: {},
  configChanges: { overrides: {}, removals: [] },
}
