import type { EpochMillis } from '../resource/time.ts'

/** One vertex of `GET /jobs/:id`: its part of the details and of the plan. */
export interface VertexDetails {
  /** 32 hex digits. */
  readonly id: string
  readonly parallelism: number
  readonly maxParallelism: number
  /** Null where this Flink does not say it. */
  readonly slotSharingGroup: string | null
  readonly isFinished: boolean
  /** None: the vertex is a source. `shipStrategy`: a word of Flink's. */
  readonly inputs: readonly { readonly id: string; readonly shipStrategy: string | null }[]
  readonly readRecords: number
  readonly writeRecords: number
  readonly accumulatedBusyTime: number
  /** False: Flink says that some TaskManager has not reported these counters yet. */
  readonly isComplete: boolean
}

/** `GET /jobs/:id`, and the names of metrics of those vertices that were asked for. */
export interface JobDetails {
  /** The last switch to RUNNING; null: the answer does not hold it. */
  readonly runningSince: EpochMillis | null
  readonly vertices: readonly VertexDetails[]
  /** By vertex; one that is unknown to Flink is left out. */
  readonly metricNames: Readonly<Record<string, readonly string[]>>
}

/** A metric over all subtasks of a vertex, or over all TaskManagers. Null: the answer does not hold it; NaN: Flink says that it is none. */
export interface AggregatedMetric {
  readonly id: string
  readonly min: number | null
  readonly max: number | null
  readonly avg: number | null
  readonly sum: number | null
}

/** What a running job measures: of its vertices, of its JobManager and of its TaskManagers. */
export interface VertexMetrics {
  /** By vertex. */
  readonly values: Readonly<Record<string, readonly AggregatedMetric[]>>
  /** Names of metrics, of those vertices whose names had to be asked for first. */
  readonly names: Readonly<Record<string, readonly string[]>>
  /** `taskSlotsTotal` and `taskSlotsAvailable`. */
  readonly jobManager: Readonly<Record<string, number>>
  /** Empty: Flink knows no TaskManager metrics yet. */
  readonly taskManager: readonly AggregatedMetric[]
}
