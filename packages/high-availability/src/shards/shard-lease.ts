import type { EpochMillis, Millis } from '@flink-operator/core'

/** On the Lease of a member that is to stop. */
export const leavingAnnotation = 'operator.flink.apache.org/leaving'

/** A Lease of the division, as it was listed: of a member, who announces itself by it, or of a shard. */
export interface GroupLease {
  /** Null: of a member. */
  readonly shard: number | null
  readonly name: string
  readonly resourceVersion: string
  /** Null or empty: nobody. */
  readonly holder: string | null
  readonly leaseDuration: Millis
  readonly transitions: number
  /** Its member is to stop: it still acts on what it has, and is to get nothing more. */
  readonly leaving: boolean
}

/** What a member asks of the API server. Each write is compare-and-swap; null as version: it is to be created. */
export type ShardRequest =
  /** The member's own Lease, written again: it lives. */
  | { readonly _tag: 'Announce'; readonly over: string | null; readonly leaving: boolean }
  /** All Leases of the division, as they are now. */
  | { readonly _tag: 'List' }
  /** The member writes itself as holder of the shard. */
  | { readonly _tag: 'Take'; readonly shard: number; readonly over: string | null; readonly transitions: number }
  /** The shard is to have no holder. */
  | { readonly _tag: 'Release'; readonly shard: number; readonly over: string; readonly transitions: number }
  /** The Lease of a member that died long ago goes. */
  | { readonly _tag: 'Bury'; readonly name: string; readonly over: string }

/** What a member of the group is told. */
export type ShardEvent =
  | { readonly _tag: 'Tick' }
  /** `sentAt`: when the request was sent, by the same clock as `now`. */
  | { readonly _tag: 'Announced'; readonly sentAt: EpochMillis; readonly resourceVersion: string }
  /** Refused, or nobody knows. */
  | { readonly _tag: 'NotAnnounced' }
  | { readonly _tag: 'Listed'; readonly asked: EpochMillis; readonly leases: readonly GroupLease[] }
  | { readonly _tag: 'NotListed' }
  | {
    readonly _tag: 'Written'
    readonly request: Exclude<ShardRequest, { readonly _tag: 'Announce' | 'List' }>
    readonly resourceVersion: string
  }
  | { readonly _tag: 'NotWritten' }
  /** There is no other operator with these resources: looked at after the member had announced itself. */
  | { readonly _tag: 'Alone' }
  /** No round of the shard is under way any more, and none is begun. */
  | { readonly _tag: 'Drained'; readonly shard: number }
  /** The machine stood still, and its clock with it: nobody knows for how long. */
  | { readonly _tag: 'Slept' }
  /** All shards are to be given up. */
  | { readonly _tag: 'Stop' }
