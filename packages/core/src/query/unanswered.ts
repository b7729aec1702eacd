import type { Facts } from '../fact/facts.ts'
import { factOf } from './fact-of.ts'
import type { Query } from './query.ts'

/** Those queries that this round has no answer to yet that is as fresh as they ask for. */
export const unanswered = (facts: Facts, queries: readonly Query[]): readonly Query[] =>
  queries.filter(query => {
    const source = facts[factOf(query)]?.source
    return source !== 'live' && !(source === 'cache' && 'freshness' in query && query.freshness === 'watched')
  })
