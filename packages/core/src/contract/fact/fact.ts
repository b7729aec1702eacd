import type { Query } from '../query/query.ts'
import type { EpochMillis } from '../resource/time.ts'

/** Why a query got no answer. `NotReady`: the server responded that it can't answer yet (503 during leader election). */
export type UnknownReason = 'Unreachable' | 'Untrusted' | 'Timeout' | 'Forbidden' | 'NotSynced' | 'Undecodable' | 'NotReady'

/**
 * The answer of a query that may have failed: "could not be observed" never means "does not exist" (design.md, section 2; P14). `cache`:
 * from a watch, may be old. `live`: queried in this round. `asOf`: the earliest time at which the answer was true.
 */
export type Fact<A> =
  & {
    readonly source: 'cache' | 'live'
    readonly asOf: EpochMillis
    /** The answered query. Absent: the fact was known before the round queried. */
    readonly answers?: Query
  }
  & (
    | { readonly _tag: 'Known'; readonly value: A }
    | { readonly _tag: 'Absent' }
    | { readonly _tag: 'Unknown'; readonly reason: UnknownReason; readonly message: string }
  )

/** The value was observed. */
export const known = <A>(value: A, asOf: EpochMillis, source: 'cache' | 'live' = 'live'): Fact<A> => ({
  source,
  asOf,
  _tag: 'Known',
  value,
})

/** The object was queried and does not exist. */
export const absent = <A = never>(asOf: EpochMillis, source: 'cache' | 'live' = 'live'): Fact<A> => ({ source, asOf, _tag: 'Absent' })

/** The query failed; `message` is for display. */
export const unknown = <A = never>(
  reason: UnknownReason,
  message: string,
  asOf: EpochMillis,
  source: 'cache' | 'live' = 'live',
): Fact<A> => ({ source, asOf, _tag: 'Unknown', reason, message })

/** True if a live query proved the absence (P05, B62). */
export const isProvedAbsent = (fact: Fact<unknown> | undefined): boolean => fact?._tag === 'Absent' && fact.source === 'live'

/** The value, if it is known from any source. */
export const knownValue = <A>(fact: Fact<A> | undefined): A | undefined => (fact?._tag === 'Known' ? fact.value : undefined)
