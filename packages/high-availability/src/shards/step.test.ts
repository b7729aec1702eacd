import { describe, expect, test } from 'vitest'
import type { GroupLease, ShardEvent } from './shard-lease.ts'
import { mayActOn, mayBeginOn, newMember, type ShardMember, type ShardSettings } from './shard-member.ts'
import { step } from './step.ts'

const settings: ShardSettings = {
  identity: 'me',
  shards: 1,
  leaseDuration: 15_000,
  renewDeadline: 10_000,
  retryPeriod: 2_000,
  grace: 15_000,
  offerAgainAfter: 600_000,
}
const shard = (holder: string, resourceVersion = '1'): GroupLease => ({
  shard: 0,
  name: 'shard-0',
  resourceVersion,
  holder,
  leaseDuration: 15_000,
  transitions: 3,
  leaving: false,
})
const memberLease = (holder: string, resourceVersion = '1', leaving = false): GroupLease => ({
  ...shard(holder, resourceVersion),
  shard: null,
  name: `member-${holder}`,
  leaving,
})
const after = (member: ShardMember, ...events: readonly (readonly [at: number, event: ShardEvent])[]): ReturnType<typeof step> =>
  events.reduce<ReturnType<typeof step>>((it, [at, event]) => step(settings, it.member, event, at), { member, requests: [] })
const announced = (sentAt: number): ShardEvent => ({ _tag: 'Announced', sentAt, resourceVersion: '7' })
const listed = (asked: number, ...leases: readonly GroupLease[]): ShardEvent => ({ _tag: 'Listed', asked, leases })
const tick: ShardEvent = { _tag: 'Tick' }

/** Alone, announced and with a list: it asks for what comes next. */
const alone = (...leases: readonly GroupLease[]) =>
  after(newMember(0), [0, tick], [10, announced(0)], [20, { _tag: 'Alone' }], [30, listed(1, ...leases)])
const take = { _tag: 'Take', shard: 0, over: '1', transitions: 4 } as const
const taken: ShardEvent = { _tag: 'Written', request: take, resourceVersion: '2' }
const acts = ({ member }: ReturnType<typeof step>, at: number): readonly [boolean, boolean] => [
  mayActOn(member, 0, at, settings),
  mayBeginOn(member, 0, at, settings),
]

describe('A10 P20 one member, step by step', () => {
  test('it announces itself and lists; takes nothing before it knows that it is alone; acts once it wrote itself, and up to its deadline', () => {
    expect(after(newMember(0), [0, tick]).requests).toEqual([{ _tag: 'Announce', over: null, leaving: false }, { _tag: 'List' }])
    expect(after(newMember(0), [0, tick], [10, announced(0)], [30, listed(1, shard(''))]).requests).toEqual([])
    expect(alone(shard('')).requests).toEqual([take])
    const own = after(alone(shard('')).member, [40, taken])
    expect([acts(own, 40), acts(own, 9_999), acts(own, 10_000)]).toEqual([[true, true], [true, true], [false, false]])
  })

  test.each<readonly [string, readonly GroupLease[], readonly unknown[]]>([
    ["another's who lives: left to it", [shard('other'), memberLease('other')], []],
    ["another's of whom there is no Lease: not before it had time to be gone", [shard('other')], []],
    ['there is none yet: created', [], [{ ...take, over: null, transitions: 0 }]],
    ['names us by a write whose answer was lost: written anew', [shard('me')], [{ ...take, transitions: 3 }]],
  ])('the Lease of a shard is %s', (_title, leases, requests) => expect(alone(...leases).requests).toEqual(requests))

  test('after a gap in its announcements it has nothing, also what it has written before: each is written anew', () => {
    const own = after(alone(shard('')).member, [40, taken], [10_000, tick])
    expect([own.member.own, own.member.alone]).toEqual([{}, false])
    // a take-over by somebody who saw it dead may be on its way over version 2
    const again = after(own.member, [10_010, { _tag: 'NotListed' }], [10_020, announced(10_001)], [10_030, { _tag: 'Alone' }])
    expect([acts(again, 10_030), again.requests]).toEqual([[false, false], [{ ...take, over: '2' }]])
  })

  test('a write that was sent before the gap gives no right, though it was answered after it', () => {
    const late = after(alone(shard('')).member, [10_000, tick], [10_020, announced(10_001)], [10_030, { _tag: 'Alone' }], [10_040, taken])
    expect([late.member.own, acts(late, 10_040)]).toEqual([{}, [false, false]])
  })

  test('the machine slept: it has nothing, and an announcement from before is none', () => {
    const slept = after(alone(shard('')).member, [40, taken], [2_040, tick], [2_050, { _tag: 'Slept' }], [2_060, announced(2_040)])
    expect([slept.member.own, slept.member.renewedAt]).toEqual([{}, null])
  })

  test('another one should have it: drained, and let go of; the right ends when the release is sent, whatever comes of it', () => {
    const other =
      ['a', 'b', 'c', 'd', 'e', 'f'].find(name =>
        after(alone(shard('')).member, [40, taken], [2_100, listed(2_090, shard('me', '2'), memberLease(name))]).member.own[0]
          === 'Draining'
      ) ?? ''
    const leases = [shard('me', '2'), memberLease(other)]
    const draining = after(alone(shard('')).member, [40, taken], [2_040, tick], [2_050, announced(2_040)], [
      2_100,
      listed(2_040, ...leases),
    ])
    expect(acts(draining, 2_100)).toEqual([true, false])
    const sent = after(draining.member, [3_000, { _tag: 'Drained', shard: 0 }])
    expect([sent.requests, acts(sent, 3_000)]).toEqual([[{ _tag: 'Release', shard: 0, over: '2', transitions: 3 }], [false, false]])
    // nobody knows whether it was done, and the other one is gone: it is written anew, not gone on with
    const unknown = after(sent.member, [3_100, { _tag: 'NotWritten' }], [
      3_200,
      listed(3_100, shard('me', '2'), memberLease(other, '2', true)),
    ])
    expect([unknown.member.own, unknown.requests]).toEqual([{}, [{ ...take, over: '2', transitions: 3 }]])
  })
})
