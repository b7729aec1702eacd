import type { Query } from './query.ts'

/** True for data that a running JobManager writes: high-availability metadata. */
const isWrittenByPods = (query: Query): boolean =>
  query._tag === 'ReadZooKeeperHaMetadata' || (query._tag === 'ListConfigMaps' && query.freshness !== 'watched')

/**
 * The queries of one look, in the order of their steps; queries of one step are made concurrently. If a look has to show both that a
 * JobManager is gone and which data it left, the data is queried after the pods. With concurrent queries, a slow answer about pods could
 * miss a pod that wrote after its ConfigMaps had been listed.
 */
export const lookOrder = (queries: readonly Query[]): readonly (readonly Query[])[] => {
  const last = queries.some(({ _tag }) => _tag === 'ListJobManagerPods') ? queries.filter(isWrittenByPods) : []
  return last.length === 0 ? [queries] : [queries.filter(query => !last.includes(query)), last]
}
