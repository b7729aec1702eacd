import type { StartedMark } from '../resource/annotations.ts'

/**
 * Records on the resource, outside of its status, that Flink lists the job of the deployed attempt (annotations.ts). It may fail: the next
 * round writes it.
 *
 * Effect: JSON merge patch of the annotation `flinkdeployment.flink.apache.org/started`, with the resourceVersion.
 * Idempotency key: the id of the attempt.
 * Precondition: the status records the attempt as deployed, and this round observed its job.
 * If we crash before: the next round marks it.
 * If we crash after: the next round finds the mark, and the status says the same.
 * How the next look recognises it: the annotation.
 */
export interface MarkStarted {
  readonly _tag: 'MarkStarted'
  readonly mark: StartedMark
}
