import type { Fact } from '../fact/fact.ts'
import type { Facts, FactsOfOne } from '../fact/facts.ts'
import { factOf } from './fact-of.ts'
import { isSameJson } from '../resource/same-json.ts'
import type { Query } from './query.ts'

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
