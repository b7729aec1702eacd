import type { EpochMillis } from '@flink-operator/core'
import type { ShardEvent, ShardRequest } from './shard-lease.ts'
import { isAnnounced, type OwnPhase, type ShardMember, type ShardSettings } from './shard-member.ts'
import { ranking } from './shard-of.ts'
import { shardsListed } from './shards-listed.ts'

/** A member after an event, with the requests to send. */
export interface ShardStep {
  readonly member: ShardMember
  /** At most one announcement and one other request are in progress. */
  readonly requests: readonly ShardRequest[]
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)

/** Other members may have taken its shards: each has to be taken again, by compare-and-swap. */
const dropped = (member: ShardMember): ShardMember => ({
  ...member,
  renewedAt: null,
  alone: false,
  own: {},
  isStale: member.working !== null,
})

/** The last announcement is too old. */
const lapsed = (member: ShardMember, now: EpochMillis, settings: ShardSettings): ShardMember =>
  member.renewedAt === null || isAnnounced(member, now, settings) ? member : dropped(member)

const without = <A>(record: Readonly<Record<number, A>>, shard: number): Readonly<Record<number, A>> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => Number(key) !== shard))

/** A write of ours was answered. */
const written = (
  member: ShardMember,
  { request, resourceVersion }: Extract<ShardEvent, { readonly _tag: 'Written' }>,
  now: EpochMillis,
  settings: ShardSettings,
): ShardMember => {
  if (request._tag === 'Bury') return member
  const { shard } = request
  const seen = { resourceVersion, transitions: request.transitions, goneSince: null }
  if (request._tag === 'Release') return { ...member, shards: { ...member.shards, [shard]: { ...seen, holder: '', freeSince: now } } }
  const ranked = ranking(shard, member.alive)
  const before = ranked.slice(0, Math.max(0, ranked.indexOf(settings.identity)))
  return {
    ...member,
    shards: { ...member.shards, [shard]: { ...seen, holder: settings.identity, freeSince: null } },
    // sent before a lapse: another member may be about to take the shard over this version
    own: isAnnounced(member, now, settings) && member.alone && !member.isStale ? { ...member.own, [shard]: 'Held' } : member.own,
    declined: before.length === 0 ? without(member.declined, shard)
      : { ...member.declined, [shard]: { members: before, until: now + settings.offerAgainAfter } },
  }
}

const heard = (member: ShardMember, event: ShardEvent, now: EpochMillis, settings: ShardSettings): ShardMember => {
  switch (event._tag) {
    case 'Tick':
      return member
    case 'Announced':
      return {
        ...member,
        announcing: false,
        isAnnouncedOfOld: false,
        renewedAt: member.isAnnouncedOfOld ? member.renewedAt : event.sentAt,
        version: event.resourceVersion,
      }
    case 'NotAnnounced':
      // the version is unknown now: the next list shows it
      return { ...member, announcing: false, isAnnouncedOfOld: false, listAt: Math.min(member.listAt, now) }
    case 'Listed':
      return { ...shardsListed(member, event.leases, { asked: event.asked, now }, settings), working: null, isStale: false }
    case 'NotListed':
      return { ...member, working: null, isStale: false }
    case 'Written':
      return { ...written(member, event, now, settings), working: null, isStale: false }
    case 'NotWritten':
      return { ...member, working: null, isStale: false, listAt: now }
    case 'Alone':
      return { ...member, alone: isAnnounced(member, now, settings) }
    case 'Drained':
      return member.own[event.shard] === 'Draining' ? { ...member, own: { ...member.own, [event.shard]: 'Drained' } } : member
    case 'Slept':
      return { ...dropped(member), isAnnouncedOfOld: member.announcing }
    case 'Stop':
      return { ...member, stopping: true, announceAt: now, alive: member.alive.filter(name => name !== settings.identity) }
  }
}

/** The alive member that should have the shard; a member that did not take it when offered is skipped. */
const preferred = (member: ShardMember, shard: number, { identity }: ShardSettings): string =>
  ranking(shard, member.alive).find(it => member.declined[shard]?.members.includes(it) !== true) ?? identity

/**
 * | a shard of ours | then |
 * |---|---|
 * | another alive member should have it, or we are stopping | it is drained: no round is begun |
 * | is drained | its Lease is released |
 * | we should have it again before that | rounds continue |
 */
const phases = (member: ShardMember, settings: ShardSettings): ShardMember => ({
  ...member,
  own: Object.fromEntries(
    Object.entries(member.own).map(([shard, phase]): readonly [string, OwnPhase] => {
      const goes = member.stopping || preferred(member, Number(shard), settings) !== settings.identity
      return [shard, goes ? (phase === 'Held' ? 'Draining' : phase) : 'Held']
    }),
  ),
})

/**
 * | the Lease of a shard | then |
 * |---|---|
 * | names us, but we do not own it: a write with a lost answer, or from before a lapse | take it, or release it if another member
 * should have it |
 * | free, and we are first in its ranking | take it at once |
 * | free, and we are the n-th | take it after n times the grace period, unless those before us do |
 * | deleted | first wait for a lease duration: its last holder may not have noticed |
 */
const isToTake = (member: ShardMember, shard: number, now: EpochMillis, settings: ShardSettings): boolean => {
  const seen = member.shards[shard]
  if (seen === undefined || member.own[shard] !== undefined) return false
  if (seen.holder === settings.identity) return preferred(member, shard, settings) === settings.identity
  if (seen.freeSince === null) return false
  const free = Math.max(seen.freeSince, seen.goneSince === null ? 0 : seen.goneSince + settings.leaseDuration)
  return now >= free + ranking(shard, member.alive).indexOf(settings.identity) * settings.grace
}

const taking = (member: ShardMember, now: EpochMillis, settings: ShardSettings): ShardRequest | undefined => {
  if (member.stopping || !member.alone || !isAnnounced(member, now, settings)) return undefined
  const shard = numbers(settings.shards).find(it => isToTake(member, it, now, settings))
  const seen = shard === undefined ? undefined : member.shards[shard]
  if (shard === undefined || seen === undefined) return undefined
  return {
    _tag: 'Take',
    shard,
    over: seen.resourceVersion,
    transitions: seen.transitions + (seen.resourceVersion === null || seen.holder === settings.identity ? 0 : 1),
  }
}

const releasing = (member: ShardMember, settings: ShardSettings): ShardRequest | undefined => {
  const goes = (shard: number): boolean => {
    const phase = member.own[shard]
    if (phase !== undefined) return phase === 'Drained'
    return member.shards[shard]?.holder === settings.identity
      && (member.stopping || preferred(member, shard, settings) !== settings.identity)
  }
  const shard = numbers(settings.shards).find(goes)
  const seen = shard === undefined ? undefined : member.shards[shard]
  return shard === undefined || seen === undefined || seen.resourceVersion === null ? undefined
    : { _tag: 'Release', shard, over: seen.resourceVersion, transitions: seen.transitions }
}

/** How many lease durations the Lease of a dead member is kept. */
const buriedAfter = 20

const burying = (member: ShardMember, now: EpochMillis, { leaseDuration }: ShardSettings): ShardRequest | undefined => {
  const dead = Object.values(member.peers).find(peer =>
    peer.resourceVersion !== '' && now - peer.since > buriedAfter * Math.max(leaseDuration, peer.leaseDuration)
  )
  return dead === undefined ? undefined : { _tag: 'Bury', name: dead.name, over: dead.resourceVersion }
}

/** The next requests. */
const asked = (member: ShardMember, now: EpochMillis, settings: ShardSettings): ShardStep => {
  const announce: ShardRequest | null = member.announcing || now < member.announceAt ? null
    : { _tag: 'Announce', over: member.version, leaving: member.stopping }
  // after a refused write the list comes first, for the current version
  const next = (): ShardRequest | undefined =>
    now >= member.listAt ? { _tag: 'List' }
      : releasing(member, settings) ?? taking(member, now, settings) ?? burying(member, now, settings)
  const work = member.working === null ? next() : undefined
  return {
    member: {
      ...member,
      announcing: member.announcing || announce !== null,
      announceAt: announce === null ? member.announceAt : now + settings.retryPeriod,
      working: work ?? member.working,
      // the release may be applied before its answer arrives: from here on the shard must not be used
      own: work?._tag === 'Release' ? without(member.own, work.shard) : member.own,
      listAt: work?._tag === 'List' ? now + settings.retryPeriod : member.listAt,
    },
    requests: [...(announce === null ? [] : [announce]), ...(work === undefined ? [] : [work])],
  }
}

/**
 * A member of a division that shares resources by shards. It announces itself by a Lease that it renews. It owns a shard once it has
 * written itself into that shard's Lease, by compare-and-swap, and while its announcements continue without a gap. No member takes a
 * shard from another that may still act: a member may not act any more when its announcement did not change for a lease duration, by
 * the clock of the observing member.
 */
export const step = (settings: ShardSettings, member: ShardMember, event: ShardEvent, now: EpochMillis): ShardStep => {
  // a gap also counts if the answer that ends it arrives with this event
  const before = lapsed(member, now, settings)
  const after = lapsed(heard(before, event, now, settings), now, settings)
  return asked(phases(after, settings), now, settings)
}

/** The member is stopping and no Lease of a shard names it: its own Lease may be deleted. */
export const isDone = (member: ShardMember, { identity }: ShardSettings): boolean =>
  member.stopping && Object.keys(member.own).length === 0 && Object.values(member.shards).every(({ holder }) => holder !== identity)
