import type { Millis } from '../resource/time.ts'

/**
 * Says when to look again, and for what. Exactly one in every list without a `Look`, always last.
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
   * What is waited for is told by watches of Kubernetes objects: whoever is woken by them may wait until then. Not given: only a look
   * tells.
   */
  readonly atTheLatest?: Millis
  readonly waitingFor: string
}
