import type { EpochMillis, Fact, Millis } from '@flink-operator/core'
import type { ClusterCapacityView, ResourceRequest } from '@flink-operator/core/fact'
import type { Clock } from '../clock.ts'

/** The view of the cluster's nodes that the rounds of all jobs share. */
export interface SharedCapacity {
  /** The view, not older than `refreshInterval`; `read` reads a new one. Concurrent callers wait for the same read. */
  readonly answer: (refreshInterval: Millis, read: () => Promise<Fact<ClusterCapacityView>>) => Promise<Fact<ClusterCapacityView>>
  /** A scaling is stored: until the next read, the view does not show its pods. */
  readonly reserve: (request: ResourceRequest) => void
}

/** After a failed read the nodes are read again at the latest after this time, however long the interval is. */
const retryAfter: Millis = 60_000

interface Kept {
  readonly fact: Fact<ClusterCapacityView>
  /** When the read ended: what was stored before then may be among its pods. */
  readonly at: EpochMillis
}

export const sharedCapacity = (clock: Pick<Clock, 'now'>): SharedCapacity => {
  const state: { kept: Kept | null; reading: Promise<Fact<ClusterCapacityView>> | null } = { kept: null, reading: null }

  const isRecent = ({ fact, at }: Kept, refreshInterval: Millis): boolean => {
    const age = clock.now() - at
    return age >= 0 && age < (fact._tag === 'Known' ? refreshInterval : Math.min(refreshInterval, retryAfter))
  }
  const refreshed = async (read: () => Promise<Fact<ClusterCapacityView>>): Promise<Fact<ClusterCapacityView>> => {
    try {
      const fact = await read()
      state.kept = { fact, at: clock.now() }
      return fact
    } finally {
      state.reading = null
    }
  }

  return {
    answer: async (refreshInterval, read) => {
      const { kept } = state
      if (kept !== null && isRecent(kept, refreshInterval)) return { ...kept.fact, source: 'cache' }
      state.reading ??= refreshed(read)
      return state.reading
    },
    reserve: request => {
      const { kept } = state
      if (kept?.fact._tag !== 'Known') return
      const { value } = kept.fact
      state.kept = { ...kept, fact: { ...kept.fact, value: { ...value, reserved: [...value.reserved, request] } } }
    },
  }
}
