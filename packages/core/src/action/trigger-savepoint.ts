import type { RestEndpoint } from '../query/query.ts'
import type { SavepointFormatType } from '../resource/job-status.ts'

/**
 * Takes a savepoint of a running job, which goes on.
 *
 * Effect: `POST /jobs/:jobId/savepoints` (keys `target-directory`, `cancel-job`, `formatType`, `triggerId`: trap 8).
 * Idempotency key: `triggerId` (trap 3).
 * Precondition: the job was seen RUNNING in this round; the trigger id is in the status before.
 * If we crash before: the next round sends the same id.
 * If we crash after: the savepoint goes on; the next round asks for it by its id.
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
