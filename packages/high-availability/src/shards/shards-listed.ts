import type { EpochMillis } from '@flink-operator/core'
import type { GroupLease } from './shard-lease.ts'
import type { Peer, SeenShard, ShardMember, ShardSettings } from './shard-member.ts'

/** A list, with the times of its request and its answer. Its content was valid at some moment in between. */
interface Look {
  readonly asked: EpochMillis
  readonly now: EpochMillis
}

const isOver = ({ since, leaseDuration }: Peer, { asked }: Look, settings: ShardSettings): boolean =>
  asked - since > Math.max(leaseDuration, settings.leaseDuration)

/** Every announced member, and every holder of a shard. */
const peersSeen = (
  { peers }: ShardMember,
  leases: readonly GroupLease[],
  { now }: Look,
  { identity }: ShardSettings,
): Readonly<Record<string, Peer>> => {
  const members = new Map(leases.flatMap(lease => (lease.shard === null && lease.holder ? [[lease.holder, lease] as const] : [])))
  const names = new Set([...members.keys(), ...leases.flatMap(({ holder }) => (holder ? [holder] : []))])
  names.delete(identity)
  return Object.fromEntries([...names].map(name => {
    const { resourceVersion = '', leaseDuration = 0, name: lease = '', leaving = false } = members.get(name) ?? {}
    const before = peers[name]
    return [
      name,
      before?.resourceVersion === resourceVersion ? before : { resourceVersion, leaseDuration, leaving, name: lease, since: now },
    ]
  }))
}

const shardSeen = (
  before: SeenShard | undefined,
  lease: GroupLease | undefined,
  mayAct: (holder: string) => boolean,
  { now }: Look,
): SeenShard => {
  const holder = lease?.holder ?? ''
  const isFree = holder === '' || !mayAct(holder)
  return {
    resourceVersion: lease?.resourceVersion ?? null,
    holder,
    transitions: lease?.transitions ?? 0,
    freeSince: isFree ? before?.freeSince ?? now : null,
    goneSince: lease !== undefined || before === undefined ? null : before.resourceVersion === null ? before.goneSince : now,
  }
}

/**
 * Applies a list of the division's Leases.
 *
 * | observed | then |
 * |---|---|
 * | a member's Lease, new or changed | the member is alive from now on |
 * | unchanged for a lease duration, or a holder without a Lease for as long | the member may not act any more: its shards are free |
 * | a shard of ours whose Lease names another holder, or is gone | we lost the shard |
 * | our own Lease, after a refused announcement | the next announcement is written over this version |
 */
export const shardsListed = (member: ShardMember, leases: readonly GroupLease[], look: Look, settings: ShardSettings): ShardMember => {
  const peers = peersSeen(member, leases, look, settings)
  const mayAct = (holder: string): boolean => {
    const peer = peers[holder]
    return holder === settings.identity || (peer !== undefined && !isOver(peer, look, settings))
  }
  const own = leases.find(({ shard, holder }) => shard === null && holder === settings.identity)
  const shards = Object.fromEntries(
    Array.from({ length: settings.shards }, (_, shard) => [
      shard,
      shardSeen(member.shards[shard], leases.find(lease => lease.shard === shard), mayAct, look),
    ]),
  )
  const alive = Object.entries(peers).flatMap((
    [name, peer],
  ) => (peer.resourceVersion !== '' && !peer.leaving && mayAct(name) ? [name] : []))
  return {
    ...member,
    listedAt: look.asked,
    peers,
    shards,
    version: member.announcing ? member.version : own?.resourceVersion ?? null,
    alive: [...(member.stopping ? [] : [settings.identity]), ...alive].sort(),
    own: Object.fromEntries(
      Object.entries(member.own).filter(([shard]) => shards[Number(shard)]?.holder === settings.identity),
    ),
    declined: Object.fromEntries(
      Object.entries(member.declined).filter(([, it]) => look.now < it.until && it.members.some(name => alive.includes(name))),
    ),
  }
}
