import type { Condition } from '../../contract/resource/condition.ts'
import type { JobReference, SavepointFormatType } from '../../contract/resource/job-status.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'

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

/** Status fields of our operator, in addition to those of the reference operator. */
export interface SnapshotRecord {
  /** Number of attempts so far. Each attempt has a different trigger id. The number never decreases. */
  readonly attempts: number
  /**
   * The job that got the request of the last attempt. No other job knows its operation (E-19). Null: no attempt yet, or another operator
   * triggered it.
   */
  readonly jobId: string | null
  /** Start time of that job at the request: a new JobManager knows no earlier operation (trap 6 of Flink's REST API). */
  readonly jobStartTime: EpochMillis | null
  /** What the last attempt requested, even if the spec changed since. */
  readonly kind: 'savepoint' | 'checkpoint' | null
  /**
   * After a failed attempt: the operator does not retry before this time. For a completed checkpoint: until this time the operator queries
   * its path.
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

/**
 * True if the operator deletes the savepoint together with the resource (session-snapshot-bluegreen.md, section 3.7/1). Only such a
 * snapshot gets our finalizer. The reference operator adds its finalizer to every snapshot, so none can be deleted without an operator.
 */
export const isDisposable = ({ savepoint, jobReference }: FlinkStateSnapshotSpec): boolean =>
  savepoint?.disposeOnDelete === true && jobReference?.name != null
