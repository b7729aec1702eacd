import type { RestEndpoint } from '../query/query.ts'
import type { SavepointFormatType } from '../resource/job-status.ts'

/**
 * Stops a running job after a final savepoint.
 *
 * Effect: `POST /jobs/:jobId/stop`; 202 long before the savepoint is complete, and for unknown jobs too (trap 7).
 * Idempotency key: `triggerId`: repeated, it starts nothing new (trap 3). A second id while the first is in progress destroys both (trap
 * 2).
 * Precondition: this round observed the job as RUNNING (P05); a `PersistStatus` that names the trigger id precedes it (P03).
 * If we crash before: the next round sends the same request with the same id.
 * If we crash after: the savepoint continues; the next round queries it by its id.
 * How the next look recognises it: `GET /jobs/:jobId/savepoints/:triggerId` knows it; after a 404 see design.md, section 3 (incarnation).
 */
export interface StopWithSavepoint {
  readonly _tag: 'StopWithSavepoint'
  readonly endpoint: RestEndpoint
  readonly jobId: string
  /** 32 lower-case hex digits, generated once and persisted. */
  readonly triggerId: string
  /** Null: the directory that the running cluster is configured with. */
  readonly targetDirectory: string | null
  readonly formatType: SavepointFormatType
  /** Emit MAX_WATERMARK before stopping: the job can't continue from this state. */
  readonly drain: boolean
}
