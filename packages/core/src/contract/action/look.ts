import type { Query } from '../query/query.ts'

/**
 * Asks for more facts and for a new decision in the same round.
 *
 * Effect: reads only; nothing changes.
 * Idempotency key: the query itself.
 * Precondition: a list with a `Look` holds nothing else; at most five a round.
 * If we crash before: nothing happened.
 * If we crash after: nothing happened.
 * How the next look recognises it: the facts exist, as Known, Absent or Unknown.
 */
export interface Look {
  readonly _tag: 'Look'
  readonly queries: readonly Query[]
  readonly why: string
}
