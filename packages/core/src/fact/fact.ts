import type { Query } from '../query/query.ts'
import type { EpochMillis } from '../resource/time.ts'

/** Why a look gave no answer. `NotReady`: the other side answered that it can't answer yet (503 during leader election). */
export type UnknownReason = 'Unreachable' | 'Untrusted' | 'Timeout' | 'Forbidden' | 'NotSynced' | 'Undecodable' | 'NotReady'

/**
 * A look at the world that may have failed: "could not see" is never "is not there" (design.md, section 2; P14).
 * `cache`: told by a watch, may be old. `live`: asked for in this round. `asOf`: when the answer was true at the earliest.
 */
export type Fact<A> =
  & {
    readonly source: 'cache' | 'live'
    readonly asOf: EpochMillis
    /** What was asked. Absent: it was known before the round looked. */
    readonly answers?: Query
  }
  & (
    | { readonly _tag: 'Known'; readonly value: A }
    | { readonly _tag: 'Absent' }
    | { readonly _tag: 'Unknown'; readonly reason: UnknownReason; readonly message: string }
  )

/** It was seen, and is so. */
export const known = <A>(value: A, asOf: EpochMillis, source: 'cache' | 'live' = 'live'): Fact<A> => ({
  source,
  asOf,
  _tag: 'Known',
  value,
})

/** It was looked for, and is not there. */
export const absent = <A = never>(asOf: EpochMillis, source: 'cache' | 'live' = 'live'): Fact<A> => ({ source, asOf, _tag: 'Absent' })

/** It could not be seen; `message` is for people. */
export const unknown = <A = never>(
  reason: UnknownReason,
  message: string,
  asOf: EpochMillis,
  source: 'cache' | 'live' = 'live',
): Fact<A> => ({ source, asOf, _tag: 'Unknown', reason, message })

/** Proof that something is not there: only a live look counts (P05, B62). */
export const isProvedAbsent = (fact: Fact<unknown> | undefined): boolean => fact?._tag === 'Absent' && fact.source === 'live'

/** The value, if it is known from any source. */
export const knownValue = <A>(fact: Fact<A> | undefined): A | undefined => (fact?._tag === 'Known' ? fact.value : undefined)
