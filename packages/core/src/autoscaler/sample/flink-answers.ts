import type { AggregatedMetric } from '../../fact/job-details.ts'
import type { EpochMillis } from '../../resource/time.ts'
import type { ShipStrategy, VertexId } from '../topology.ts'

export type { AggregatedMetric }

/** What Flink answers about one vertex: its part of the job's details and of the plan, and its subtasks' metrics. */
export interface VertexAnswer {
  readonly id: VertexId
  readonly parallelism: number
  readonly maxParallelism: number
  readonly slotSharingGroup: string | null
  readonly isFinished: boolean
  readonly inputs: readonly { readonly id: VertexId; readonly shipStrategy: ShipStrategy }[]
  readonly readRecords: number
  readonly writeRecords: number
  readonly accumulatedBusyTime: number
  /** False: Flink says that some TaskManager has not reported these counters yet. */
  readonly isComplete: boolean
  readonly metrics: readonly AggregatedMetric[]
}

/** Everything that one cycle reads from Flink (autoscaler.md, section 2). */
export interface FlinkAnswers {
  /** The job's last switch to RUNNING; null: the answer does not hold it. */
  readonly runningSince: EpochMillis | null
  readonly vertices: readonly VertexAnswer[]
  /** `taskSlotsTotal` and `taskSlotsAvailable`. */
  readonly jobManager: Readonly<Record<string, number>>
  /** Empty: Flink knows no TaskManager metrics yet. */
  readonly taskManager: readonly AggregatedMetric[]
}
