import type { Query } from './query.ts'

/** What a JobManager writes as long as it runs: high-availability metadata. */
const isWrittenByPods = (query: Query): boolean =>
  query._tag === 'ReadZooKeeperHaMetadata' || (query._tag === 'ListConfigMaps' && query.freshness !== 'watched')

/**
 * The queries of one look, in the order in which they are asked; those of one step at once. Where it is to be seen that a JobManager is
 * gone and what it left, the second is asked once the first is answered: asked at once, the answer that comes late may tell of a pod that
 * wrote after its ConfigMaps had been listed.
 */
export const lookOrder = (queries: readonly Query[]): readonly (readonly Query[])[] => {
  const last = queries.some(({ _tag }) => _tag === 'ListJobManagerPods') ? queries.filter(isWrittenByPods) : []
  return last.length === 0 ? [queries] : [queries.filter(query => !last.includes(query)), last]
}
