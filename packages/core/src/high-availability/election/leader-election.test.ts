import { describe, expect, test } from 'vitest'
import {
  type Election,
  electionProblem,
  type ElectionSettings,
  follower,
  leaseNotWritten,
  leaseRead,
  type LeaseRecord,
  leaseWritten,
  mayAct,
} from './leader-election.ts'

const settings: ElectionSettings = { identity: 'me', leaseDuration: 4, renewDeadline: 3, retryPeriod: 1 }
const lease = (holder: string | null, resourceVersion = '1'): LeaseRecord => ({
  holder,
  leaseDuration: 4,
  acquireTime: null,
  transitions: 0,
  resourceVersion,
})

describe('F20 P20 the rows of leader election', () => {
  test.each([
    ['none: created', null, 'Create'],
    ['held by nobody: taken', lease(''), 'Take'],
    ['ours: renewed', lease('me'), 'Take'],
    ["another's: waited for", lease('other'), 'Wait'],
  ])('%s', (_title, read, step) => expect(leaseRead(follower, read, 0, settings).step._tag).toBe(step))

  test("another's is taken when it did not change for as long as it lasts, by our own clock", () => {
    const first = leaseRead(follower, lease('other'), 100, settings)
    expect(leaseRead(first.election, lease('other'), 104, settings).step._tag).toBe('Wait')
    expect(leaseRead(first.election, lease('other', '2'), 105, settings).step._tag).toBe('Wait')
    expect(leaseRead(first.election, lease('other'), 105, settings).step).toMatchObject({ _tag: 'Take', isRenewal: false })
  })

  test('a leader acts up to its deadline from when its renewal was sent, and no longer', () => {
    const leader = leaseWritten(10)
    expect([mayAct(leader, 12, settings), mayAct(leader, 13, settings)]).toEqual([true, false])
    expect(leaseNotWritten(leader, 12, settings)).toBe(leader)
    expect(leaseNotWritten(leader, 13, settings)).toBe(follower)
    expect(leaseRead(leader, lease('other', '9'), 11, settings).election._tag).toBe('Follower')
  })

  test.each([
    [{ leaseDuration: 10, renewDeadline: 10, retryPeriod: 2 }, 'lease-duration'],
    [{ leaseDuration: 15, renewDeadline: 2, retryPeriod: 2 }, 'renew-deadline'],
    [{ leaseDuration: 15, renewDeadline: 10, retryPeriod: 0 }, 'retry-period'],
    [{ leaseDuration: 15, renewDeadline: 10, retryPeriod: 2 }, null],
  ])('times %j', (times, problem) => {
    const found = electionProblem(times)
    expect(problem === null ? found : found?.includes(problem)).toBe(problem === null ? null : true)
  })
})

/** Two processes, each with a request that may be under way, and a server that compares versions. */
interface Process {
  readonly election: Election
  readonly sent: { readonly at: number; readonly over: string | null; readonly applied: boolean; readonly ok: boolean } | null
}
interface World {
  readonly now: number
  readonly offsets: readonly [number, number]
  readonly lease: LeaseRecord | null
  readonly versions: number
  readonly processes: readonly [Process, Process]
}

const names = ['a', 'b'] as const
const of = (n: 0 | 1): ElectionSettings => ({ ...settings, identity: names[n] })

/** Everything that can happen next: time passes; a process reads, its write arrives, its answer arrives or is lost, it begins anew. */
const nexts = (world: World): readonly World[] => {
  const put = (n: 0 | 1, process: Process, more: Partial<World> = {}): World => ({
    ...world,
    ...more,
    processes: n === 0 ? [process, world.processes[1]] : [world.processes[0], process],
  })
  const own = (n: 0 | 1): readonly World[] => {
    const { election, sent } = world.processes[n]
    const clock = world.now + world.offsets[n]
    if (sent === null) {
      const { election: after, step } = leaseRead(election, world.lease, clock, of(n))
      const over = step._tag === 'Create' ? null : step._tag === 'Take' ? step.over.resourceVersion : undefined
      return [
        put(n, { election: after, sent: over === undefined ? null : { at: clock, over, applied: false, ok: false } }),
        put(n, { election: follower, sent: null }),
      ]
    }
    if (!sent.applied) {
      const ok = (world.lease?.resourceVersion ?? null) === sent.over
      return [
        put(
          n,
          { election, sent: { ...sent, applied: true, ok } },
          ok ? { versions: world.versions + 1, lease: { ...lease(names[n], String(world.versions + 1)) } } : {},
        ),
      ]
    }
    return [
      put(n, { election: sent.ok ? leaseWritten(sent.at) : leaseNotWritten(election, clock, of(n)), sent: null }),
      put(n, { election: leaseNotWritten(election, clock, of(n)), sent: null }),
    ]
  }
  return [...own(0), ...own(1), ...(world.now < 10 ? [{ ...world, now: world.now + 1 }] : [])]
}

const leaders = (world: World, settingsOf: (n: 0 | 1) => ElectionSettings): number =>
  ([0, 1] as const).filter(n => mayAct(world.processes[n].election, world.now + world.offsets[n], settingsOf(n))).length

const explore = (
  start: World,
  settingsOf: (n: 0 | 1) => ElectionSettings,
): { readonly states: number; readonly most: number; readonly led: ReadonlySet<string> } => {
  const seen = new Set<string>()
  const open = [start]
  const led = new Set<string>()
  let most = 0
  for (let world = open.pop(); world !== undefined; world = open.pop()) {
    const key = JSON.stringify({ ...world, lease: world.lease && [world.lease.holder, world.lease.resourceVersion] })
    if (seen.has(key) || world.versions > 3) continue
    seen.add(key)
    most = Math.max(most, leaders(world, settingsOf))
    for (const n of [0, 1] as const) if (mayAct(world.processes[n].election, world.now + world.offsets[n], settingsOf(n))) led.add(names[n])
    open.push(...nexts(world))
  }
  return { states: seen.size, most, led }
}

const start = (offset: number): World => ({
  now: 0,
  offsets: [0, offset],
  lease: null,
  versions: 0,
  processes: [{ election: follower, sent: null }, { election: follower, sent: null }],
})

describe('F20 P20 never two believe to lead', () => {
  test.each([0, 1_000, -7])('every order of reads, writes, lost answers and restarts, clocks %d apart', offset => {
    const { states, most, led } = explore(start(offset), of)
    expect(states).toBeGreaterThan(5_000)
    expect([most, led.size]).toEqual([1, 2])
  })

  test('the search finds two where a leader acts for longer than the Lease lasts', () => {
    expect(explore(start(0), n => ({ ...of(n), renewDeadline: 9 })).most).toBe(2)
  })
})
