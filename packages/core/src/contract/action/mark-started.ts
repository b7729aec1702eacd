import type { StartedMark } from '../resource/started-mark.ts'

/**
 * Records on the resource, outside of its status, that the job of an attempt may start now (started-mark.ts). It comes directly before the
 * effect that lets it start.
 *
 * Effect: JSON merge patch of the annotation `flinkdeployment.flink.apache.org/started`, with the resourceVersion.
 * Idempotency key: the attempt.
 * Precondition: the status records that the attempt may start its job.
 * If we crash before: the next round marks it; nothing was started.
 * If we crash after: the next round finds the mark. The status says the same, so the attempt continues.
 * How the next look recognises it: the annotation.
 */
export interface MarkStarted {
  readonly _tag: 'MarkStarted'
  readonly mark: StartedMark
}
