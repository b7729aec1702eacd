import type { Fact } from '../fact/fact.ts'
import type { Facts, FactsOfOne } from '../fact/facts.ts'
import { factOf } from './fact-of.ts'
import { isSameJson } from '../resource/same-json.ts'
import type { Query } from './query.ts'

/** Whatever was looked at: only how it was seen is asked. */
export type SeenFacts = { readonly [Field in keyof FactsOfOne]?: Fact<unknown> }

/** Those queries that this round has no answer to yet that is as fresh as they ask for. */
export const unanswered = (facts: SeenFacts, queries: readonly Query[]): readonly Query[] =>
  queries.filter(query => {
    const fact: Fact<unknown> | undefined = (facts as Facts)[factOf(query)]
    const isFresh = fact?.source === 'live' || (fact?.source === 'cache' && 'freshness' in query && query.freshness === 'watched')
    return !isFresh || !isSameQuestion(fact.answers, query)
  })

/**
 * Does the answer to the one answer the other? A field of the facts holds one answer: that of another job, or of fewer names, is none; one
 * of more names is. How fresh it is the fact itself says, and events of mounts are only words beside the pods.
 */
const isSameQuestion = (was: Query | undefined, query: Query): boolean => {
  if (was === undefined || was === query) return true
  if (was._tag === 'ReadNames' && query._tag === 'ReadNames')
    return was.namespace === query.namespace && query.objects.every(it => was.objects.some(other => isSameJson(other, it)))
  return isSameJson(subjectOf(was), subjectOf(query))
}

const subjectOf = (query: Query): unknown => ({ ...query, freshness: null, withMountEvents: null })
