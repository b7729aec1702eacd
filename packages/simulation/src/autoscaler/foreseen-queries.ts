import type { Query } from '@flink-operator/core/query'
import type { AnyAction, AnyResource } from '../kind/any-kind.ts'

/**
 * Foresees what a round of an autoscaled job asks, from what the last one asked, so that it decides once instead of four times. A decision
 * does not depend on facts that it did not ask for: samples are decided again without foreseeing, and compared (`isHonest`).
 */
export interface ForeseenQueries {
  readonly of: (resource: AnyResource) => readonly Query[]
  readonly asked: (resource: AnyResource, query: Query) => void
  /** Is this round to be decided again without foreseeing? */
  readonly isSample: () => boolean
  readonly compare: (foreseen: readonly AnyAction[], asked: readonly AnyAction[]) => void
  /** Did every sample since the last call agree? */
  readonly isHonest: () => boolean
}

const sampleEvery = 199

const isForeseen = ({ _tag }: Query): boolean =>
  _tag === 'ReadAutoscalerState' || _tag === 'GetJobsOverview' || _tag === 'GetJobDetails' || _tag === 'GetVertexMetrics'

const keyOf = ({ meta, status }: AnyResource): string =>
  `${meta.uid} ${String((status as { readonly jobStatus?: { readonly jobId?: string | null } }).jobStatus?.jobId)}`

export const foreseenQueries = (): ForeseenQueries => {
  const byJob = new Map<string, Map<Query['_tag'], Query>>()
  let calls = 0
  let honest = true
  return {
    of: resource => [...byJob.get(keyOf(resource))?.values() ?? []],
    asked: (resource, query) => {
      if (!isForeseen(query)) return
      const key = keyOf(resource)
      const known = byJob.get(key) ?? new Map<Query['_tag'], Query>()
      byJob.set(key, known.set(query._tag, query))
    },
    isSample: () => {
      calls += 1
      return calls % sampleEvery === 0
    },
    compare: (foreseen, asked) => {
      if (JSON.stringify(foreseen) !== JSON.stringify(asked)) honest = false
    },
    isHonest: () => {
      const wasHonest = honest
      honest = true
      return wasHonest
    },
  }
}
