import { sequenceT } from 'fp-ts/lib/Apply.js'
import * as E from 'fp-ts/lib/Either.js'
import { isNonEmpty } from 'fp-ts/lib/ReadonlyArray.js'
import type { ReadonlyNonEmptyArray } from 'fp-ts/lib/ReadonlyNonEmptyArray.js'
import * as RE from 'fp-ts/lib/ReaderEither.js'
import { isSameJson } from '../resource/same-json.ts'
import type { Query } from './query.ts'
import { type SeenFacts, unanswered } from './unanswered.ts'

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
