import type { RestEndpoint } from '../query/query.ts'
import type { CheckpointType } from '../resource/job-status.ts'

/**
 * Takes a checkpoint of a running job now.
 *
 * Effect: `POST /jobs/:jobId/checkpoints`.
 * Idempotency key: `triggerId`.
 * Precondition: this round observed the job as RUNNING, Flink 1.17 or newer; the trigger id is in the status before.
 * If we crash before: the next round sends the same id.
 * If we crash after: the checkpoint continues; the next round queries it.
 * How the next look recognises it: `GET /jobs/:jobId/checkpoints/:triggerId`.
 */
export interface TriggerCheckpoint {
  readonly _tag: 'TriggerCheckpoint'
  readonly endpoint: RestEndpoint
  readonly jobId: string
  readonly triggerId: string
  readonly checkpointType: CheckpointType
}
