import type { RestEndpoint } from '../query/query.ts'

/**
 * Cancels a job; its retained checkpoints stay.
 *
 * Effect: `PATCH /jobs/:jobId?mode=cancel`; 202 while running, cancelling and CANCELED, 409 when FINISHED or FAILED, 404 unknown (trap 14).
 * Idempotency key: the job id: cancelling twice is once.
 * Precondition: REST answered in this round, JobManager READY, the job neither unknown nor terminal (P05, B04); recorded in the status
 * before.
 * If we crash before: the next round cancels.
 * If we crash after: the next round sees CANCELLING or CANCELED.
 * How the next look recognises it: state in `/jobs/overview`.
 */
export interface CancelJob {
  readonly _tag: 'CancelJob'
  readonly endpoint: RestEndpoint
  readonly jobId: string
  readonly why: string
}
