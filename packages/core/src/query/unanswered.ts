import type { Facts } from '../fact/facts.ts'
import { factOf } from './fact-of.ts'
import type { Query } from './query.ts'

/** Those queries that this round has no live answer to yet. */
export const unanswered = (facts: Facts, queries: readonly Query[]): readonly Query[] =>
  queries.filter(query => facts[factOf(query)]?.source !== 'live')
