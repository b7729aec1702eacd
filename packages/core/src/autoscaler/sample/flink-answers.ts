import type { AggregatedMetric } from '../../contract/fact/job-details.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { ShipStrategy, VertexId } from '../topology.ts'

export type { AggregatedMetric }

/** Flink's data about one vertex: from the job details and the plan, with the metrics of its subtasks. */
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
  /** False: according to Flink some TaskManager has not reported these counters yet. */
  readonly isComplete: boolean
  readonly metrics: readonly AggregatedMetric[]
}

/** Everything that one cycle reads from Flink (autoscaler.md, section 2). */
export interface FlinkAnswers {
  /** The job's last switch to RUNNING; null: not in the response. */
  readonly runningSince: EpochMillis | null
  readonly vertices: readonly VertexAnswer[]
  /** `taskSlotsTotal` and `taskSlotsAvailable`. */
  readonly jobManager: Readonly<Record<string, number>>
  /** Empty: Flink has no TaskManager metrics yet. */
  readonly taskManager: readonly AggregatedMetric[]
}
