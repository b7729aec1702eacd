import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'

/**
 * Writes the status: the write-ahead log (design.md, section 3).
 *
 * Effect: one write of the whole `/status`, on exactly the resourceVersion that was read, or on the one that the previous write of this round returned.
 * Idempotency key: the resourceVersion: a repeat of an applied write conflicts and the round starts anew from a fresh read.
 * Precondition: none; the answer must still hold our own record, else the CRD prunes them (`Pruned`).
 * If we crash before: the same round is decided again.
 * If we crash after: the next round starts from the new status.
 * How the next look recognises it: it reads the status.
 */
export interface PersistStatus<Status = FlinkDeploymentStatus> {
  readonly _tag: 'PersistStatus'
  /** Of the kind whose decision it is. */
  readonly status: Status
  /** What became durable by this write, for people. */
  readonly reason: string
}
