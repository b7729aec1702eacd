import type { EpochMillis, Millis } from '@flink-operator/core'

/** Annotation on the Lease of a member that is stopping. */
export const leavingAnnotation = 'operator.flink.apache.org/leaving'

/** A listed Lease of the division: that of a member, which announces it, or that of a shard. */
export interface GroupLease {
  /** Null: a member's Lease. */
  readonly shard: number | null
  readonly name: string
  readonly resourceVersion: string
  /** Null or empty: no holder. */
  readonly holder: string | null
  readonly leaseDuration: Millis
  readonly transitions: number
  /** The member is stopping: it still acts on its shards, and gets no further ones. */
  readonly leaving: boolean
}

/** A member's requests to the API server. Each write is compare-and-swap; null as version: create the Lease. */
export type ShardRequest =
  /** Renews the member's own Lease: it is alive. */
  | { readonly _tag: 'Announce'; readonly over: string | null; readonly leaving: boolean }
  /** Lists all Leases of the division, live. */
  | { readonly _tag: 'List' }
  /** Makes the member the holder of the shard. */
  | { readonly _tag: 'Take'; readonly shard: number; readonly over: string | null; readonly transitions: number }
  /** Removes the holder of the shard. */
  | { readonly _tag: 'Release'; readonly shard: number; readonly over: string; readonly transitions: number }
  /** Deletes the Lease of a member that died long ago. */
  | { readonly _tag: 'Bury'; readonly name: string; readonly over: string }

/** Events of a member. */
export type ShardEvent =
  | { readonly _tag: 'Tick' }
  /** `sentAt`: when the request was sent, by the same clock as `now`. */
  | { readonly _tag: 'Announced'; readonly sentAt: EpochMillis; readonly resourceVersion: string }
  /** Refused, or unknown. */
  | { readonly _tag: 'NotAnnounced' }
  | { readonly _tag: 'Listed'; readonly asked: EpochMillis; readonly leases: readonly GroupLease[] }
  | { readonly _tag: 'NotListed' }
  | {
    readonly _tag: 'Written'
    readonly request: Exclude<ShardRequest, { readonly _tag: 'Announce' | 'List' }>
    readonly resourceVersion: string
  }
  | { readonly _tag: 'NotWritten' }
  /** No other operator has these resources: checked after the member had announced itself. */
  | { readonly _tag: 'Alone' }
  /** No round of the shard is running, and none is begun. */
  | { readonly _tag: 'Drained'; readonly shard: number }
  /** The machine slept, and its clock with it, for an unknown time. */
  | { readonly _tag: 'Slept' }
  /** All shards have to be released. */
  | { readonly _tag: 'Stop' }
