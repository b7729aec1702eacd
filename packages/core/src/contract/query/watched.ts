import type { ClusterObjectQuery } from './query.ts'

/** The same query, if an answer from a watch suffices (`Freshness`). */
export const watched = <Asked extends ClusterObjectQuery>(query: Asked): Asked & { readonly freshness: 'watched' } => ({
  ...query,
  freshness: 'watched',
})
