import { describe, expect, test } from 'vitest'
import {
  arrives,
  believers,
  deleted,
  edited,
  electionWorld,
  type ElectionWorld,
  fairly,
  happens,
  nowOf,
  passes,
  processOf,
  replies,
  restarts,
} from '../../fixtures/election-world.ts'
import { electionMargin, marginBetweenAttempts } from './election-margin.ts'
import type { ElectorSettings } from './elector-settings.ts'
import { isRecord, type LeaderElectionRecord } from '@flink-operator/core/codec'

type Timing = Omit<ElectorSettings, 'identity'>
const flink: Timing = { leaseDuration: 15_000, renewDeadline: 15_000, retryPeriod: 5_000, expiry: 'RenewTime', lockDeleted: 'Fatal' }
const observed: Timing = { ...flink, expiry: 'Observed' }
const ours: Timing = { ...observed, renewDeadline: 10_000, retryPeriod: 2_000 }
const advised: Timing = { ...flink, leaseDuration: 30_000, renewDeadline: 20_000 }

const [A, B, C] = [0, 1, 2]
const three = (timing: Timing, offsets: readonly number[] = []): ElectionWorld =>
  electionWorld([timing, timing, timing], [0, 1, 2].map(n => ({ offset: offsets[n] ?? 0, rate: 1 })))
const tick = { _tag: 'Tick' } as const

/** `time` goes by, with those alive; in steps of 100 ms. */
const during = (world: ElectionWorld, time: number, alive: readonly number[]): ElectionWorld => {
  let now = world
  for (let gone = 0; gone < time; gone += 100) now = fairly(now, 100, alive)
  return now
}
/** How long until one of them leads. */
const untilLed = (world: ElectionWorld, alive: readonly number[], atMost = 60_000): ElectionWorld => {
  let now = world
  while (now.at - world.at < atMost && !alive.some(n => believers(now).includes(processOf(now, n).settings.identity)))
    now = fairly(now, 100, alive)
  return now
}
const record = (world: ElectionWorld): LeaderElectionRecord => {
  const stored = world.lock?.record
  if (stored === undefined || !isRecord(stored)) throw new Error('no record')
  return stored
}
const reported = (world: ElectionWorld, name: string): readonly string[] =>
  world.reported.flatMap(({ name: whose, effect }) => (whose === name ? [effect._tag === 'Revoke' ? effect.reason : effect._tag] : []))
const sessionOf = (world: ElectionWorld, n: number): string => {
  const { role } = processOf(world, n).elector
  return role._tag === 'Leading' ? role.session : ''
}
const confirmed = (world: ElectionWorld, n: number, component: string, address: string): ElectionWorld =>
  happens(world, n, { _tag: 'Confirm', session: sessionOf(world, n), component, address })
/** A leads; the others follow. */
const led = (timing: Timing, offsets: readonly number[] = []): ElectionWorld =>
  during(fairly(three(timing, offsets), 100, [A]), 1_000, [A, B, C])

describe('the beginning', () => {
  test('H01 no ConfigMap; three start together: one create wins, two find it there and follow; all components under one session', () => {
    let world = [A, B, C].reduce((now, n) => happens(now, n, tick), three(flink))
    world = [A, B, C].reduce((now, n) => replies(arrives(now, n), n, false), world)
    world = [A, B, C].reduce((now, n) => replies(arrives(now, n), n, false), world)
    expect(believers(world)).toEqual(['a'])
    for (const [n, component] of ['dispatcher', 'resourcemanager', 'restserver', 'job-1'].entries())
      world = confirmed(world, A, component, `address-${n}`)
    world = during(world, 12_000, [A, B, C])
    expect([believers(world), record(world).transitions, record(world).holder]).toEqual([['a'], 0, 'a'])
    expect(processOf(world, B).elector.role._tag).toBe('Following')
    const session = sessionOf(world, A)
    expect(world.lock?.addresses).toEqual(
      Object.fromEntries(
        ['dispatcher', 'resourcemanager', 'restserver', 'job-1'].map((component, n) => [component, `${session},address-${n}`]),
      ),
    )
  })

  test('H16 the answer to the create is lost, but it was done: the next attempt reads itself as holder, and leads; transitions 0', () => {
    let world = happens(three(ours), A, tick)
    world = replies(arrives(world, A), A, false)
    world = replies(arrives(world, A), A, true)
    expect([believers(world), world.lock === null]).toEqual([[], false])
    world = untilLed(world, [A])
    expect([believers(world), record(world).transitions]).toEqual([['a'], 0])
    expect(world.at).toBeLessThanOrEqual(2.2 * ours.retryPeriod + 100)
  })

  test.each([['H18 the annotation is missing', null], ['H19 the annotation is garbage', '{"holderIdentity":']])(
    'H-D03 %s: it is taken over the very version that was read, once nobody can hold it unawares; all else in the ConfigMap stays',
    (_title, annotation) => {
      const before = edited(led(ours), annotation, { other: 'x' })
      const alone = untilLed(restarts(before, B), [B])
      expect([believers(alone).at(-1), record(alone).holder]).toEqual(['b-1', 'b-1'])
      expect(alone.at - before.at).toBeGreaterThan(ours.leaseDuration)
      expect(alone.at - before.at).toBeLessThanOrEqual(ours.leaseDuration + 2.2 * ours.retryPeriod + 200)
      expect(alone.lock?.addresses).toEqual({ other: 'x' })
      // its holder, if it lives, has put it right long before
      const alive = during(before, 3_000, [A, B])
      expect([believers(alive), record(alive).holder, record(alive).transitions]).toEqual([['a'], 'a', 0])
    },
  )
})

describe('a leader that is lost', () => {
  test('H02 it is killed: another takes over within 15 s and 2.2 retry periods of its last renewal; transitions 1', () => {
    const before = during(led(flink), 20_000, [A, B, C])
    const world = untilLed(before, [B, C])
    expect(world.at * 1000 + 1_000_000_000 - record(before).renewTime).toBeLessThanOrEqual((15_000 + 11_000 + 200) * 1000)
    expect([record(world).transitions, ['b', 'c'].includes(record(world).holder)]).toEqual([1, true])
  })

  test.each([['by its next look', false, 11_000], ['at once where the watch tells it', true, 200]])(
    'H10 it is stopped in order: the holder is "", another leads %s, not after the lease',
    (_title, watch, within) => {
      let world = happens(confirmed(led(flink), A, 'restserver', 'x'), A, { _tag: 'Stop' })
      expect(believers(world)).toEqual([])
      world = during(world, 300, [A])
      expect(record(world)).toMatchObject({ holder: '', leaseDuration: 1_000, transitions: 0 })
      const { lock, at } = world
      if (watch && lock !== null) world = happens(world, B, { _tag: 'Changed', lock })
      world = untilLed(world, [B, C])
      expect(world.at - at).toBeLessThanOrEqual(within)
      expect(record(world).transitions).toBe(1)
    },
  )

  test('H11 it is paused for 20 s, another takes over: when it wakes it revokes before anything else, and its address is refused', () => {
    let world = during(led(ours), 10_000, [A, B, C])
    world = passes(world, 2_000)
    world = confirmed(world, A, 'restserver', 'http://a')
    const session = sessionOf(world, A)
    world = during(untilLed(passes(world, 2_000), [B]), 5_000, [B])
    expect(believers(world)).toEqual(['b'])
    // the write that was on its way arrives late, and the process wakes
    world = replies(arrives(world, A), A, false)
    expect(world.lock?.addresses).toEqual({})
    world = during(world, 3_000, [A, B])
    expect([reported(world, 'a'), believers(world)]).toEqual([['Grant', 'RenewDeadline'], ['b']])
    expect(happens(world, A, { _tag: 'Confirm', session, component: 'restserver', address: 'http://a' }).lock?.addresses).toEqual({})
  })

  test('H11 it is paused so shortly that only the lock tells it: it reads another holder, and revokes', () => {
    const taken = edited(
      led(ours),
      '{"holderIdentity":"z","leaseDuration":15.0,"acquireTime":"2026-11-21T11:54:25.096937Z","renewTime":"2026-11-21T11:54:25.096937Z","leaderTransitions":3}',
      {},
    )
    expect(reported(during(taken, 2_500, [A]), 'a')).toEqual(['Grant', 'HeldByAnother'])
    expect(reported(happens(taken, A, { _tag: 'Changed', lock: taken.lock! }), 'a')).toEqual(['Grant', 'HeldByAnother'])
  })
})

describe('clocks', () => {
  /** A reaches the server no more, from any moment on; how many believe to lead at once, at worst, and how long A does at most. */
  const cutOff = (timing: Timing, offsets: readonly number[]) => {
    let before = during(led(timing, offsets), 9_000, [A, B, C])
    let [most, longest, successors] = [0, 0, 0]
    for (let phase = 0; phase < 40; phase += 1) {
      before = fairly(before, 1_100, [A, B, C])
      let world = before
      for (let gone = 0; gone < 2.5 * timing.leaseDuration; gone += 100) {
        world = fairly(happens(world, A, tick), 100, [B, C])
        most = Math.max(most, believers(world).length)
        if (believers(world).includes('a')) longest = Math.max(longest, world.at - before.at)
      }
      successors += believers(world).filter(name => name !== 'a').length
    }
    return { most, longest, successors }
  }

  test('H13 the API server is unreachable for the leader alone: 14 s are survived with a deadline of 15 s, 16 s are not', () => {
    const reached = (after: number) => {
      let world = during(led(flink), 15_100, [A, B, C])
      for (let gone = 0; gone < after; gone += 100) world = passes(happens(world, A, tick), 100)
      world = replies(world, A, true)
      return reported(during(world, 6_000, [A]), 'a')
    }
    expect(reached(9_000)).not.toContain('RenewDeadline')
    expect(reached(16_000)).toContain('RenewDeadline')
  })

  test.each<readonly [string, Timing, number]>([
    ['ours, 15/10/2 by the observed time, whatever the time of day', ours, 3_600_000],
    ['30/20/5 by renew times, as is advised, nine seconds apart', advised, 9_000],
  ])('H13 %s: it revokes before another leads', (_title, timing, offset) => {
    for (const offsets of [[offset, 0, 0], [0, offset, 0]]) {
      const { most, longest, successors } = cutOff(timing, offsets)
      expect([most, successors]).toEqual([1, 40])
      expect(longest).toBeLessThanOrEqual(timing.renewDeadline)
    }
  })

  test("H13 H-D02 with Flink's defaults, 15/15/5 by renew times, clocks one second apart are enough for two leaders", () => {
    expect([cutOff(flink, [0, 0, 0]).most, cutOff(flink, [0, 1_000, 1_000]).most]).toEqual([1, 2])
  })

  test('H-D02 what may go wrong before two lead: nothing by the defaults, less than nothing where the deadline is looked at between attempts', () => {
    expect([flink, ours, advised].map(electionMargin)).toEqual([0, 5_000, 10_000])
    expect([flink, ours, advised].map(marginBetweenAttempts)).toEqual([-5_000, 3_000, 5_000])
  })

  test('H14 a clock ten seconds ahead takes a live lock after five seconds without renewal by renew times, and never by the observed time', () => {
    // A renews every five seconds; here its renewal takes ten, which is well within its deadline
    const leaders = (timing: Timing): number => {
      let before = during(led(timing, [0, 10_000]), 5_000, [A, B, C])
      return Math.max(...Array.from({ length: 40 }, () => {
        before = fairly(before, 200, [A, B, C])
        return believers(during(before, 10_000, [B])).length
      }))
    }
    expect([leaders(flink), leaders(observed)]).toEqual([2, 1])
  })
})

describe('races and lost answers', () => {
  test('H15 two see a lock that ran out, and write over the same version: one conflict, and that one follows', () => {
    let world = passes(during(during(led(ours), 4_000, [A, B, C]), 5_000, [B, C]), 20_000)
    for (const n of [B, C]) world = happens(world, n, tick)
    for (const n of [B, C]) world = replies(arrives(world, n), n, false)
    expect([B, C].map(n => processOf(world, n).network[0]?.request._tag)).toEqual(['Update', 'Update'])
    for (const n of [B, C]) world = arrives(world, n)
    expect([B, C].map(n => processOf(world, n).network[0]?.answer?._tag)).toEqual(['Written', 'Refused'])
    for (const n of [B, C]) world = replies(world, n, false)
    expect(believers(world)).toEqual(['b'])
    const after = during(world, 10_000, [B, C])
    expect([believers(after), record(after).transitions]).toEqual([['b'], 1])
  })

  test('H17 the answer to a renewal is lost, but it was done: the next one is read for, and succeeds; nothing is revoked', () => {
    let world = during(led(ours), 3_950, [A])
    world = happens(passes(world, 2_000), A, tick)
    const before = record(world).renewTime
    world = replies(arrives(world, A), A, true)
    expect(record(world).renewTime).toBeGreaterThan(before)
    world = during(world, 10_000, [A])
    expect([reported(world, 'a'), believers(world)]).toEqual([['Grant', 'Trouble'], ['a']])
  })

  test('an answer that nobody waits for any more changes nothing', () => {
    const world = during(led(ours), 5_000, [A])
    const { elector, settings } = processOf(world, A)
    expect(elector.pending).toBe(null)
    const late = happens(world, A, { _tag: 'Answer', id: 1, answer: { _tag: 'Got', lock: null } })
    expect(processOf(late, A).elector).toEqual(elector)
    expect(settings.identity).toBe('a')
  })

  test('an answer to another request than the one that is waited for changes nothing', () => {
    const asked = happens(three(ours), A, tick)
    const { elector } = processOf(asked, A)
    expect(elector.pending?.id).toBe(1)
    const other = happens(asked, A, { _tag: 'Answer', id: 2, answer: { _tag: 'Got', lock: null } })
    expect(processOf(other, A).elector).toEqual(elector)
  })

  test('a write was done, and another holder was heard of before its answer came: nobody leads by it', () => {
    let world = happens(three(ours), A, tick)
    world = replies(arrives(world, A), A, false)
    world = edited(
      arrives(world, A),
      '{"holderIdentity":"z","leaseDuration":15.0,"acquireTime":"2026-11-21T11:54:25.096937Z","renewTime":"2026-11-21T11:54:25.096937Z","leaderTransitions":1}',
      {},
    )
    world = happens(world, A, { _tag: 'Changed', lock: world.lock! })
    expect(reported(replies(world, A, false), 'a')).toEqual([])
  })

  test('an answer that took longer than the deadline makes nobody leader', () => {
    let world = happens(three(ours), A, tick)
    world = replies(arrives(world, A), A, false)
    world = replies(passes(arrives(world, A), ours.renewDeadline), A, false)
    expect([believers(world), reported(world, 'a'), record(world).holder]).toEqual([[], [], 'a'])
  })
})

describe('what others do to the ConfigMap of a leader', () => {
  const published = (): ElectionWorld => during(confirmed(led(ours), A, 'restserver', 'http://a'), 4_000, [A])
  const seen = (world: ElectionWorld): ElectionWorld => happens(world, A, { _tag: 'Changed', lock: world.lock! })

  test.each([
    [
      'H20 an address is removed',
      (world: ElectionWorld) => ({
        ...world,
        ...edited(world, undefined, {}),
        lock: { ...edited(world, undefined, {}).lock!, addresses: {} },
      }),
    ],
    ['H21 a foreign address is written', (world: ElectionWorld) => edited(world, undefined, { restserver: 'somebody,else' })],
  ])('%s: it is put right at once, in the same session; and not again and again', (_title, damage) => {
    const before = published()
    const address = before.lock?.addresses?.['restserver']
    const world = replies(arrives(seen(damage(before)), A), A, false)
    expect([world.lock?.addresses?.['restserver'], reported(world, 'a')]).toEqual([address, ['Grant']])
    // damaged once more within the same retry period: it waits
    const again = seen(damage(world))
    expect(processOf(again, A).network).toHaveLength(0)
    expect(during(again, 2_100, [A]).lock?.addresses?.['restserver']).toBe(address)
  })

  test('a component that is no more takes its address back', () => {
    const world = published()
    const after = during(happens(world, A, { _tag: 'Withdraw', session: sessionOf(world, A), component: 'restserver' }), 300, [A])
    expect(after.lock?.addresses).toEqual({})
    expect(processOf(after, A).elector.role).toMatchObject({ confirmed: {} })
  })

  test('H22 the ConfigMap is deleted: the process must end, and writes nothing any more; the next one creates it', () => {
    const before = published()
    const gone = deleted(before)
    const heard = happens(gone, A, { _tag: 'Deleted', uid: before.lock!.version.uid })
    expect(reported(heard, 'a')).toEqual(['Grant', 'LockDeleted', 'Fatal'])
    expect(during(heard, 10_000, [A]).lock).toBe(null)
    // without a watch it finds out by its next renewal
    expect(reported(during(gone, 3_000, [A]), 'a')).toEqual(['Grant', 'LockDeleted', 'Fatal'])
    const next = untilLed(restarts(heard, C), [C])
    expect([believers(next), record(next).transitions, next.lock?.addresses]).toEqual([['c-1'], 0, {}])
    // who knows of the leader before waits until that one can't believe to lead any more
    expect(untilLed(heard, [B]).at - heard.at).toBeGreaterThan(ours.renewDeadline)
  })

  test('a lock that was let go, and deleted, is created at once by who saw that', () => {
    const stopped = during(during(happens(led(ours), A, { _tag: 'Stop' }), 100, [A]), 1_000, [])
    const { lock } = stopped
    const world = deleted(
      processOf(stopped, B).elector.role._tag === 'Following' ? happens(stopped, B, { _tag: 'Changed', lock: lock! }) : stopped,
    )
    expect(record({ ...world, lock }).holder).toBe('')
    expect(untilLed(world, [B]).at - world.at).toBeLessThanOrEqual(2.2 * ours.retryPeriod + 300)
  })

  test('a component of a session that is over publishes nothing in the next one', () => {
    const before = published()
    const session = sessionOf(before, A)
    const again = untilLed(passes(before, ours.renewDeadline), [A])
    expect([reported(again, 'a'), sessionOf(again, A) === session]).toEqual([['Grant', 'RenewDeadline', 'Grant'], false])
    const late = during(happens(again, A, { _tag: 'Confirm', session, component: 'dispatcher', address: 'http://a' }), 5_000, [A])
    expect(late.lock?.addresses?.['dispatcher']).toBe(undefined)
  })

  test('a lock without anything beside it is made anew: its holder goes on', () => {
    const world = during(deleted(led({ ...ours, lockDeleted: 'Create' })), 30_000, [A, B, C])
    expect([believers(world), reported(world, 'a')]).toEqual([['a'], ['Grant']])
  })

  test('an old state of the lock that comes late revokes nobody', () => {
    const world = during(untilLed(passes(led(ours), 1_000), [B]), 4_000, [B])
    const old = world.history.find(({ lock }) => lock !== null && isRecord(lock.record) && lock.record.holder === 'a')?.lock
    expect(reported(happens(world, B, { _tag: 'Changed', lock: old! }), 'b')).toEqual(['Grant'])
  })
})

test('H10 a follower looks as soon as what it saw has run out, however far away its next look would be', () => {
  const world = during(led(ours), 30_000, [A, B, C])
  const alone = during(world, 2.2 * ours.retryPeriod + 200, [B])
  const { role } = processOf(alone, B).elector
  const since = role._tag === 'Following' ? role.seen?.since ?? 0 : 0
  expect(untilLed(alone, [B]).at - since).toBeLessThanOrEqual(ours.leaseDuration + 200)
  expect(untilLed(alone, [B]).at - since).toBeGreaterThan(ours.leaseDuration)
})

test('the API server is put back from a backup, and versions count from an older number: a follower leads in time, by a few requests', () => {
  const before = during(led(ours), 60_000, [A, B, C])
  const { lock } = before.history[1]!
  const world: ElectionWorld = { ...before, versions: 2, lock, history: [] }
  const after = during(world, ours.leaseDuration + 4.4 * ours.retryPeriod + 2_000, [B])
  expect([believers(after), after.history.length < 10]).toEqual([['b'], true])
})

test('a step is cheap, and a state plain data', () => {
  const { elector } = processOf(led(ours), A)
  expect(JSON.parse(JSON.stringify(elector))).toEqual(elector)
  expect(nowOf(processOf(led(ours), A), 5)).toEqual({ steady: 5, wall: 1_000_005 })
})
