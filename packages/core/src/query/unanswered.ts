import type { Fact } from '../fact/fact.ts'
import type { Facts, FactsOfOne } from '../fact/facts.ts'
import { factOf } from './fact-of.ts'
import type { Query } from './query.ts'

/** Whatever was looked at: only how it was seen is asked. */
type SeenFacts = { readonly [Field in keyof FactsOfOne]?: Fact<unknown> }

/** Those queries that this round has no answer to yet that is as fresh as they ask for. */
export const unanswered = (facts: SeenFacts, queries: readonly Query[]): readonly Query[] =>
  queries.filter(query => {
    const source = (facts as Facts)[factOf(query)]?.source
    return source !== 'live' && !(source === 'cache' && 'freshness' in query && query.freshness === 'watched')
  })
