import type { EpochMillis, Facts } from '@flink-operator/core'
import type { KindName } from '@flink-operator/kinds'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import type { RoundReport } from '../round.ts'

/** What a round observed of a resource. */
export interface Observed {
  /** When the round began. */
  readonly at: EpochMillis
  /** The resource version after the round: the facts say nothing of another version. */
  readonly resourceVersion: string
  readonly facts: Facts
}

/** The facts of each resource's last round. Kept only for the planner page. */
export interface LastObserved {
  readonly round: (kind: KindName, key: ResourceKey, report: RoundReport) => void
  readonly forget: (kind: KindName, key: ResourceKey) => void
  /** Null: this process had no round of the resource with a query. */
  readonly of: (kind: KindName, key: ResourceKey) => Observed | null
  readonly kept: () => number
}

export const createLastObserved = (isKept: boolean): LastObserved => {
  const last = new Map<string, Observed>()
  const place = (kind: KindName, key: ResourceKey): string => `${kind} ${keyText(key)}`
  return {
    round: (kind, key, { startedAt, meta, written, facts }) => {
      if (!isKept || meta === null || Object.keys(facts).length === 0) return
      last.set(place(kind, key), { at: startedAt, resourceVersion: written?.resourceVersion ?? meta.resourceVersion, facts })
    },
    forget: (kind, key) => {
      last.delete(place(kind, key))
    },
    of: (kind, key) => last.get(place(kind, key)) ?? null,
    kept: () => last.size,
  }
}
