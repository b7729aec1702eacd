import type { RestEndpoint } from '../query/query.ts'
import type { SavepointFormatType } from '../resource/job-status.ts'

/**
 * Takes a savepoint of a running job, which continues to run.
 *
 * Effect: `POST /jobs/:jobId/savepoints` (keys `target-directory`, `cancel-job`, `formatType`, `triggerId`: trap 8).
 * Idempotency key: `triggerId` (trap 3).
 * Precondition: this round observed the job as RUNNING; the trigger id is in the status before.
 * If we crash before: the next round sends the same id.
 * If we crash after: the savepoint continues; the next round queries it by its id.
 * How the next look recognises it: `GET /jobs/:jobId/savepoints/:triggerId`.
 */
export interface TriggerSavepoint {
  readonly _tag: 'TriggerSavepoint'
  readonly endpoint: RestEndpoint
  readonly jobId: string
  readonly triggerId: string
  readonly targetDirectory: string | null
  readonly formatType: SavepointFormatType
}
