import type { EpochMillis } from '../resource/time.ts'

/** One vertex of `GET /jobs/:id`: its part of the details and of the plan. */
export interface VertexDetails {
  /** 32 hex digits. */
  readonly id: string
  readonly parallelism: number
  readonly maxParallelism: number
  /** Null: this Flink version does not report it. */
  readonly slotSharingGroup: string | null
  readonly isFinished: boolean
  /** Empty: the vertex is a source. `shipStrategy`: Flink's name. */
  readonly inputs: readonly { readonly id: string; readonly shipStrategy: string | null }[]
  readonly readRecords: number
  readonly writeRecords: number
  readonly accumulatedBusyTime: number
  /** False: Flink reports that a TaskManager has not sent these counters yet. */
  readonly isComplete: boolean
}

/** `GET /jobs/:id`, with the metric names of the requested vertices. */
export interface JobDetails {
  /** The last change to RUNNING. Null: the response does not contain it. */
  readonly runningSince: EpochMillis | null
  readonly vertices: readonly VertexDetails[]
  /** By vertex. A vertex that Flink does not know is omitted. */
  readonly metricNames: Readonly<Record<string, readonly string[]>>
}

/**
 * A metric over all subtasks of a vertex, or over all TaskManagers. Null: the response does not contain it. NaN: Flink reports no number.
 */
export interface AggregatedMetric {
  readonly id: string
  readonly min: number | null
  readonly max: number | null
  readonly avg: number | null
  readonly sum: number | null
}

/** The metrics of a running job: of its vertices, its JobManager and its TaskManagers. */
export interface VertexMetrics {
  /** By vertex. */
  readonly values: Readonly<Record<string, readonly AggregatedMetric[]>>
  /** Metric names of the vertices whose names had to be queried first. */
  readonly names: Readonly<Record<string, readonly string[]>>
  /** `taskSlotsTotal` and `taskSlotsAvailable`. */
  readonly jobManager: Readonly<Record<string, number>>
  /** Empty: Flink knows no TaskManager metrics yet. */
  readonly taskManager: readonly AggregatedMetric[]
}
