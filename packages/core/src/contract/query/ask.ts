import type { Fact } from '../fact/fact.ts'
import type { Facts, FactsOfOne } from '../fact/facts.ts'
import { factOf } from './fact-of.ts'
import { isSameJson } from '../resource/json.ts'
import type { Query } from './query.ts'
import { sequenceT } from 'fp-ts/lib/Apply.js'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { isNonEmpty } from 'fp-ts/lib/ReadonlyArray.js'
import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js'
import * as RE from 'fp-ts/lib/ReaderEither.js'

/** Any facts: only how they were obtained matters here. */
export type SeenFacts = { readonly [Field in keyof FactsOfOne]?: Fact<unknown> }

/** The queries that this round has no sufficiently fresh answer to. */
export const unanswered = (facts: SeenFacts, queries: readonly Query[]): readonly Query[] =>
  queries.filter(query => {
    const fact: Fact<unknown> | undefined = (facts as Facts)[factOf(query)]
    const isFresh = fact?.source === 'live' || (fact?.source === 'cache' && acceptsCached(query))
    return !isFresh || !isSameQuestion(fact.answers, query)
  })

/** True if an older answer suffices: the last state from a watch, or the view of the nodes that all jobs share. */
const acceptsCached = (query: Query): boolean =>
  query._tag === 'ReadClusterCapacity' || ('freshness' in query && query.freshness === 'watched')

/**
 * True if the answer of one query also answers the other. A fact holds one answer: an answer about another job, or with fewer names, does
 * not count; one with more names does. The fact itself says how fresh it is, and mount events are only an addition to the pods.
 */
const isSameQuestion = (was: Query | undefined, query: Query): boolean => {
  if (was === undefined || was === query) return true
  if (was._tag === 'ReadNames' && query._tag === 'ReadNames')
    return was.namespace === query.namespace && query.objects.every(it => was.objects.some(other => isSameJson(other, it)))
  return isSameJson(subjectOf(was), subjectOf(query))
}

const subjectOf = (query: Query): unknown => ({ ...query, freshness: null, withMountEvents: null })

/** An answer, or the queries that are still needed for it. */
export type Asked<A> = E.Either<ReadonlyNonEmptyArray<Query>, A>

/** A question about the facts of a round. */
export type Ask<A> = (facts: SeenFacts) => Asked<A>

/** Requires that these queries are answered, so that the following code can read the facts. */
export const asked = (queries: readonly Query[]): Ask<null> => facts => {
  const missing = unanswered(facts, queries)
  return isNonEmpty(missing) ? E.left(missing) : E.right(null)
}

/** No duplicate queries: two questions may need the same one. */
const eachOnce = {
  concat: (
    first: ReadonlyNonEmptyArray<Query>,
    second: readonly Query[],
  ): ReadonlyNonEmptyArray<Query> => [first[0], ...first.slice(1), ...second.filter(query => !first.some(it => isSameJson(it, query)))],
}

/** Combines independent questions: their missing queries are made in one look. */
export const together = sequenceT(RE.getApplicativeReaderValidation<ReadonlyNonEmptyArray<Query>>(eachOnce))

/** Nothing is left to ask. */
export const nothingMissing: Asked<null> = E.right(null)

/**
 * Asks one stage after the other. A stage is a function, because which queries it needs depends on what the stages before it have seen.
 */
export const inStages = (...stages: readonly (() => readonly Query[])[]): Ask<null> => facts =>
  stages.reduce((before, queries) => E.isLeft(before) ? before : asked(queries())(facts), nothingMissing)

/** These queries, and those of the others that are not answered: for a look that is made anyway. */
export const besides = (facts: SeenFacts, queries: readonly Query[], others: readonly Query[]): readonly Query[] => [
  ...queries,
  ...unanswered(facts, others),
]

/** If queries are missing anyway, makes these in the same look: they need no look of their own then. */
export const togetherWith = (facts: SeenFacts, queries: () => readonly Query[]): <A>(answer: Asked<A>) => Asked<A> =>
  E.mapLeft(missing => eachOnce.concat(missing, unanswered(facts, queries())))

/** The queries that are still needed. Empty: the answer is known. */
export const missingFor: (answer: Asked<unknown>) => readonly Query[] = E.match<readonly Query[], unknown, readonly Query[]>(
  queries => queries,
  () => [],
)

/** Returns the answer, or turns the missing queries into a look. */
export const orLook = <Look>(look: (queries: readonly Query[]) => Look): <A>(answer: Asked<A>) => A | Look => E.getOrElseW(look)

/** Decides once these queries are answered, and makes a look for those that are not. */
export const onceSeen = <A, Look>(
  facts: SeenFacts,
  queries: readonly Query[],
  look: (queries: readonly Query[]) => Look,
  decide: () => A,
): A | Look => pipe(facts, asked(queries), E.map(decide), orLook(look))
