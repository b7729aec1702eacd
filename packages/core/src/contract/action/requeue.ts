import type { Millis } from '../resource/time.ts'

/**
 * Says when the next round is due, and what it waits for. Exactly one in every list without a `Look`, always last.
 *
 * Effect: none.
 * Idempotency key: none.
 * Precondition: 0 <= after <= atTheLatest <= 1 h.
 * If we crash before: the next event or the start of a process begins a round.
 * If we crash after: the same.
 * How the next look recognises it: it does not need to.
 */
export interface Requeue {
  readonly _tag: 'Requeue'
  readonly after: Millis
  /**
   * Set if watches of Kubernetes objects report everything that the decision waits for: a controller with these watches may wait until
   * then. Absent: only a query shows it.
   */
  readonly atTheLatest?: Millis
  readonly waitingFor: string
}
