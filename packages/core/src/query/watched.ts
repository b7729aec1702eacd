import type { ClusterObjectQuery } from './query.ts'

/** The same question, where what a watch told last is enough (`Freshness`). */
export const watched = <Asked extends ClusterObjectQuery>(query: Asked): Asked & { readonly freshness: 'watched' } => ({
  ...query,
  freshness: 'watched',
})
