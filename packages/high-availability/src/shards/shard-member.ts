import type { EpochMillis, Millis } from '@flink-operator/core'
import type { ShardRequest } from './shard-lease.ts'

/** Times and numbers that all members of a group share. */
export interface ShardSettings {
  /** Of this process alone. */
  readonly identity: string
  readonly shards: number
  /** How long a member that can't be seen to renew counts as one that may act. */
  readonly leaseDuration: Millis
  /** A member whose last announcement was sent so long ago acts no more. Shorter than `leaseDuration`. */
  readonly renewDeadline: Millis
  readonly retryPeriod: Millis
  /** How long a free shard waits for the first in its ranking, then for the second, and so on. */
  readonly grace: Millis
  /** After this a member that did not take a shard that was left to it is offered it again. */
  readonly offerAgainAfter: Millis
}

/** A holder or member, as seen: since when there is nothing new of it. `resourceVersion` empty: it has no Lease of its own. */
export interface Peer {
  readonly resourceVersion: string
  readonly since: EpochMillis
  readonly leaseDuration: Millis
  readonly leaving: boolean
  /** Of its Lease. */
  readonly name: string
}

/** The Lease of a shard as it was listed or written last. `resourceVersion` null: there is none. */
export interface SeenShard {
  readonly resourceVersion: string | null
  readonly holder: string
  readonly transitions: number
  /** Since when nobody has it who may act; null: somebody may. */
  readonly freeSince: EpochMillis | null
  /** It was there, and is gone: somebody may not have noticed yet. */
  readonly goneSince: EpochMillis | null
}

/** A shard that is ours. Rounds are begun while it is `Held`; those under way may act while it is `Draining`; then none is left. */
export type OwnPhase = 'Held' | 'Draining' | 'Drained'

/** What a member knows; moments are of its own clock, which never runs back. */
export interface ShardMember {
  /** When the announcement was sent that was answered last; null: it may not act. */
  readonly renewedAt: EpochMillis | null
  /** Of its own Lease; null: it is to be created. */
  readonly version: string | null
  readonly announcing: boolean
  /** The announcement under way was sent before the machine stood still. */
  readonly isAnnouncedOfOld: boolean
  readonly working: ShardRequest | null
  /** What is under way was sent before a lapse: it gives no right. */
  readonly isStale: boolean
  /** When the list was asked for that was answered last. */
  readonly listedAt: EpochMillis | null
  readonly announceAt: EpochMillis
  readonly listAt: EpochMillis
  /** Nothing is taken before no other operator was seen. */
  readonly alone: boolean
  readonly stopping: boolean
  readonly peers: Readonly<Record<string, Peer>>
  /** Members that live, this one among them, as listed last. */
  readonly alive: readonly string[]
  readonly shards: Readonly<Record<number, SeenShard>>
  readonly own: Readonly<Record<number, OwnPhase>>
  /** To whom a shard was left in vain. */
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

/** Is it a member that others respect? */
export const isAnnounced = ({ renewedAt }: ShardMember, now: EpochMillis, { renewDeadline }: Valid): boolean =>
  renewedAt !== null && now < renewedAt + renewDeadline

/**
 * May this process act on resources of the shard at this moment? Not where it could not be seen for long that the shard's Lease still names
 * it: somebody may have removed that.
 */
export const mayActOn = (member: ShardMember, shard: number, now: EpochMillis, settings: Valid): boolean =>
  isAnnounced(member, now, settings) && member.listedAt !== null && now < member.listedAt + settings.renewDeadline
  && (member.own[shard] === 'Held' || member.own[shard] === 'Draining')

/** May a round be begun? */
export const mayBeginOn = (member: ShardMember, shard: number, now: EpochMillis, settings: Valid): boolean =>
  member.own[shard] === 'Held' && mayActOn(member, shard, now, settings)
