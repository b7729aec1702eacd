import type { Query } from '../query/query.ts'
import type { EpochMillis } from '../resource/time.ts'
import type { AdapterErrorTag } from '../action/adapter-error.ts'

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

/** The value, if it is known from any source. */
export const knownValue = <A>(fact: Fact<A> | undefined): A | undefined => (fact?._tag === 'Known' ? fact.value : undefined)

/** A list's length, or an object's identity or state, in a word or two; never a whole value, and never a text that a user wrote. */
const valueWords = (value: unknown): string => {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    const states = items.flatMap(
      item => (typeof item === 'object' && item !== null && 'state' in item && typeof item.state === 'string' ? [item.state] : []),
    )
    return states.length > 0 ? states.join(',') : String(items.length)
  }
  if (typeof value !== 'object' || value === null) return String(value)
  const view = value as Readonly<Record<string, unknown>>
  if (typeof view['availableReplicas'] === 'number')
    return `${String(view['availableReplicas'])}/${String(view['wantedReplicas'])} available${
      view['deleting'] === true ? ', deleting' : ''
    }`
  if (typeof view['_tag'] === 'string') return view['_tag']
  if (typeof view['completedCount'] === 'number') return `${String(view['completedCount'])} completed`
  if (typeof view['flinkVersion'] === 'string') return view['flinkVersion']
  return 'known'
}

/** One fact in a few words: `RUNNING`, `absent`, `1/1 available (cache)`, `unknown: Timeout`. */
export const factWords = (fact: Fact<unknown>): string => {
  const words = fact._tag === 'Known' ? valueWords(fact.value) : fact._tag === 'Absent' ? 'absent' : `unknown: ${fact.reason}`
  return fact.source === 'cache' ? `${words} (cache)` : words
}

/** Maps the error of a query to the reason of an Unknown fact. As a table, it does not compile without a line for a new tag. */
export const unknownReasonOf = {
  Unreachable: 'Unreachable',
  Untrusted: 'Untrusted',
  Timeout: 'Timeout',
  Forbidden: 'Forbidden',
  Unauthorized: 'Forbidden',
  Unavailable: 'NotReady',
  TooManyRequests: 'NotReady',
  NotFound: 'Undecodable',
  Conflict: 'Undecodable',
  AlreadyExists: 'Undecodable',
  Invalid: 'Undecodable',
  Pruned: 'Undecodable',
  TooLarge: 'Undecodable',
  JobUnknown: 'Undecodable',
  JobTerminated: 'Undecodable',
  DuplicateJob: 'Undecodable',
  UnknownPath: 'Undecodable',
  Other: 'Undecodable',
} as const satisfies Record<AdapterErrorTag, UnknownReason>
