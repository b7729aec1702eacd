import type { Condition } from '../../resource/condition.ts'
import type { JobReference } from '../../resource/job-reference.ts'
import type { SavepointFormatType } from '../../resource/job-status.ts'
import type { JsonObject } from '../../resource/json.ts'
import type { EpochMillis } from '../../resource/time.ts'

/** `spec.savepoint` of a FlinkStateSnapshot (api-and-config.md). */
export interface SavepointSpec {
  readonly path: string | null
  readonly formatType: SavepointFormatType
  readonly disposeOnDelete: boolean
  readonly alreadyExists: boolean
}

/** `spec` of a FlinkStateSnapshot (api-and-config.md, section 5.5). */
export interface FlinkStateSnapshotSpec {
  readonly jobReference: JobReference | null
  readonly savepoint: SavepointSpec | null
  readonly checkpoint: JsonObject | null
  readonly backoffLimit: number
}

/** session-snapshot-bluegreen.md, section 3.1. */
export type SnapshotState = 'TRIGGER_PENDING' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'ABANDONED'

/** What our operator keeps beside the reference operator's fields. */
export interface SnapshotRecord {
  /** Attempts begun so far: each has a trigger id of its own. Never falls. */
  readonly attempts: number
  /**
   * The job that the last attempt asked: its operation is known to no other one (E-19). Null: triggered by another operator, or not yet.
   */
  readonly jobId: string | null
  /** Start time of that job as it was then: a JobManager that was replaced knows no earlier operation (trap 6 of Flink's REST API). */
  readonly jobStartTime: EpochMillis | null
  /** What the last attempt asked for, whatever the spec says by now. */
  readonly kind: 'savepoint' | 'checkpoint' | null
  /**
   * After a failed attempt: not before this moment is it tried again. Of one that is complete: until this moment its path is looked for.
   */
  readonly retryAt: EpochMillis | null
}

/** `status` of a FlinkStateSnapshot; times are ISO-8601 text. */
export interface FlinkStateSnapshotStatus {
  readonly state: SnapshotState
  readonly triggerId: string | null
  readonly triggerTimestamp: string | null
  readonly resultTimestamp: string | null
  readonly path: string | null
  readonly error: string | null
  readonly failures: number
  readonly conditions: readonly Condition[]
  readonly operatorRecord: SnapshotRecord
}
