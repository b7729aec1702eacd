import type { EpochMillis, Millis } from '@flink-operator/core'
import type { ShardRequest } from './shard-lease.ts'

/** Settings that all members of a division share. */
export interface ShardSettings {
  /** Of this process only. */
  readonly identity: string
  readonly shards: number
  /** How long a member without an observed renewal counts as one that may act. */
  readonly leaseDuration: Millis
  /** A member acts only this long after it sent its last successful announcement. Shorter than `leaseDuration`. */
  readonly renewDeadline: Millis
  readonly retryPeriod: Millis
  /** How long a free shard waits for the first in its ranking, then for the second, and so on. */
  readonly grace: Millis
  /** After this time, a member that did not take an offered shard is offered it again. */
  readonly offerAgainAfter: Millis
}

/** An observed holder or member, unchanged since `since`. `resourceVersion` empty: it has no Lease. */
export interface Peer {
  readonly resourceVersion: string
  readonly since: EpochMillis
  readonly leaseDuration: Millis
  readonly leaving: boolean
  /** Of its Lease. */
  readonly name: string
}

/** The Lease of a shard as last listed or written. `resourceVersion` null: it does not exist. */
export interface SeenShard {
  readonly resourceVersion: string | null
  readonly holder: string
  readonly transitions: number
  /** Since when no member that may act holds it; null: one may. */
  readonly freeSince: EpochMillis | null
  /** Since when it is deleted: its last holder may not have noticed. */
  readonly goneSince: EpochMillis | null
}

/** The phase of our shard. `Held`: rounds are begun. `Draining`: running rounds may still act. `Drained`: none is running. */
export type OwnPhase = 'Held' | 'Draining' | 'Drained'

/** The state of a member; times are of its own monotonic clock. */
export interface ShardMember {
  /** When the last answered announcement was sent; null: the member may not act. */
  readonly renewedAt: EpochMillis | null
  /** Of its own Lease; null: the Lease has to be created. */
  readonly version: string | null
  readonly announcing: boolean
  /** The announcement in progress was sent before the machine slept. */
  readonly isAnnouncedOfOld: boolean
  readonly working: ShardRequest | null
  /** The request in progress was sent before a lapse: its success gives no right. */
  readonly isStale: boolean
  /** When the last answered list was requested. */
  readonly listedAt: EpochMillis | null
  readonly announceAt: EpochMillis
  readonly listAt: EpochMillis
  /** True after a check found no other operator; no shard is taken before. */
  readonly alone: boolean
  readonly stopping: boolean
  readonly peers: Readonly<Record<string, Peer>>
  /** Alive members by the last list, including this one. */
  readonly alive: readonly string[]
  readonly shards: Readonly<Record<number, SeenShard>>
  readonly own: Readonly<Record<number, OwnPhase>>
  /** Members that did not take an offered shard. */
  readonly declined: Readonly<Record<number, { readonly members: readonly string[]; readonly until: EpochMillis }>>
}

/** A member that has just started: it holds nothing, and announces itself at once. */
export const newMember = (now: EpochMillis): ShardMember => ({
  renewedAt: null,
  version: null,
  announcing: false,
  isAnnouncedOfOld: false,
  working: null,
  isStale: false,
  listedAt: null,
  announceAt: now,
  listAt: now,
  alone: false,
  stopping: false,
  peers: {},
  alive: [],
  shards: {},
  own: {},
  declined: {},
})

type Valid = Pick<ShardSettings, 'renewDeadline'>

/** True while other members respect this one. */
export const isAnnounced = ({ renewedAt }: ShardMember, now: EpochMillis, { renewDeadline }: Valid): boolean =>
  renewedAt !== null && now < renewedAt + renewDeadline

/**
 * May this process act on resources of the shard now? Not if it has long not seen that the shard's Lease still names it: a user or
 * another process may have removed that.
 */
export const mayActOn = (member: ShardMember, shard: number, now: EpochMillis, settings: Valid): boolean =>
  isAnnounced(member, now, settings) && member.listedAt !== null && now < member.listedAt + settings.renewDeadline
  && (member.own[shard] === 'Held' || member.own[shard] === 'Draining')

/** May this process begin a round of the shard's resources? */
export const mayBeginOn = (member: ShardMember, shard: number, now: EpochMillis, settings: Valid): boolean =>
  member.own[shard] === 'Held' && mayActOn(member, shard, now, settings)
