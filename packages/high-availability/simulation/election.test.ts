import { describe, expect, test } from 'vitest'
import { electorStep } from '../src/election/elector-step.ts'
import type { ElectorStep } from './election-step.ts'
import { brokenPremises, contender, electionWorld, flinkDefaults, safe, smallElectionWorlds } from './election-worlds.ts'
import { verifyElection } from './verify-election.ts'

const limit = 120_000

/** The scenarios that come up in a world. */
const scenarios: Readonly<Record<string, string>> = {
  'election/three/calm': 'H01 H11 H15',
  'election/two/lose': 'H16 H17',
  'election/two/restart': 'H02',
  'election/two/stop': 'H10',
  'election/two/damaged': 'H18 H19',
  'election/two/published': 'H20 H21',
  'election/two/any-time-of-day': 'H14',
}

describe('leader election, all interleavings of a small world', () => {
  test.each(smallElectionWorlds.map(world => [world.name, scenarios[world.name] ?? '', world] as const))(
    'P20 %s: laws 2 to 6 hold %s',
    (_, __, world) => {
      const { violations, closed } = verifyElection(world, electorStep, limit)
      expect(violations.map(({ property, what, lines }) => [`${property}: ${what}`, ...lines].join('\n'))).toEqual([])
      expect(closed).toBe(true)
    },
    120_000,
  )
})

describe('assumptions that do not hold: the counter-example is told', () => {
  test.each(brokenPremises)('%s', (_, world) => {
    const { violations } = verifyElection(world, electorStep, limit)
    expect(violations.map(({ property }) => property)).toEqual(['Law 2'])
    expect(violations[0]?.lines.at(-1)).toMatch(/^then [ab]\d+ and [ab]\d+ may act$/u)
  }, 120_000)

  test("H14 the shortest story with Flink's defaults has no fault in it: time passes", () => {
    const [story] = verifyElection(
      electionWorld('defaults/one-ahead', [contender(flinkDefaults), contender(flinkDefaults, { offset: 1 })]),
      electorStep,
      limit,
    ).violations
    expect(story?.lines.filter(line => line.includes('fault'))).toEqual([])
    expect(story?.lines.filter(line => line.includes('time passes')).length).toBeLessThanOrEqual(3)
  })
})

/** The elector that comes out of a step, changed. */
const changing =
  (change: (elector: ReturnType<ElectorStep>[0], settings: Parameters<ElectorStep>[0]) => ReturnType<ElectorStep>[0]): ElectorStep =>
  (settings, elector, event, input) => {
    const [after, effects] = electorStep(settings, elector, event, input)
    return [change(after, settings), effects]
  }

const mutants: readonly (readonly [title: string, step: ElectorStep, properties: readonly string[]])[] = [
  [
    'takes a write of which nobody knows for done',
    (settings, elector, event, input) => {
      const isLost = event._tag === 'Answer' && event.answer._tag === 'Unknown' && elector.pending?.purpose === 'Hold'
      if (!isLost) return electorStep(settings, elector, event, input)
      const record = { holder: settings.identity, leaseDuration: 3, acquireTime: 0, renewTime: 0, transitions: 0 }
      const lock = { version: { uid: 'u', resourceVersion: '0' }, deleting: false, record, recordText: '', addresses: {} }
      const heard = elector.heard === null ? null : { ...elector.heard, resourceVersion: '0' }
      return electorStep(settings, { ...elector, heard }, { ...event, answer: { _tag: 'Written', lock } }, input)
    },
    ['Law 2'],
  ],
  [
    'counts its deadline from the answer',
    (settings, elector, event, input) =>
      electorStep(
        settings,
        event._tag === 'Answer' && elector.pending !== null ? { ...elector, pending: { ...elector.pending, sentAt: input.now } } : elector,
        event,
        input,
      ),
    ['Law 2'],
  ],
  [
    'has no deadline',
    changing(elector =>
      elector.role._tag === 'Leading' ? { ...elector, role: { ...elector.role, renewBy: { steady: 1e12, wall: 1e12 } } } : elector
    ),
    ['Law 2'],
  ],
  [
    'takes the lock of another one before it has run out',
    (settings, elector, event, input) => electorStep({ ...settings, leaseDuration: 0 }, elector, shortLease(event), input),
    ['Law 2', 'Law 4'],
  ],
  [
    'does not count a change of hands',
    (settings, elector, event, input) => {
      const [after, effects] = electorStep(settings, elector, event, input)
      return [
        after,
        effects.map(it =>
          it._tag === 'Request' && it.request._tag === 'Update'
            ? { ...it, request: { ...it.request, record: { ...it.request.record, transitions: 0 } } } : it
        ),
      ]
    },
    ['Law 4'],
  ],
  [
    'does not look again after a refusal',
    (settings, elector, event, input) => {
      const [after, effects] = electorStep(settings, elector, event, input)
      const { role } = after
      const isRefused = event._tag === 'Answer' && event.answer._tag === 'Refused' && role._tag === 'Following'
      return isRefused ? [{ ...after, role: { ...role, nextTryAt: 1e12 } }, [...effects, { _tag: 'WakeAt', at: 1e12 }]] : [after, effects]
    },
    ['Law 3'],
  ],
  [
    'sends while an answer is waited for',
    (settings, elector, event, input) =>
      electorStep(settings, { ...elector, pending: event._tag === 'Tick' ? null : elector.pending }, event, input),
    ['Requests'],
  ],
]

const shortLease = (event: Parameters<ElectorStep>[2]): Parameters<ElectorStep>[2] => {
  if (event._tag !== 'Answer' || event.answer._tag !== 'Got' || event.answer.lock === null) return event
  const { lock } = event.answer
  const record = typeof lock.record === 'string' ? lock.record : { ...lock.record, leaseDuration: 0 }
  return { ...event, answer: { _tag: 'Got', lock: { ...lock, record } } }
}

describe('mutants of the elector', () => {
  test.each(mutants)('%s: found', (_, step, properties) => {
    const world = electionWorld('mutant', [contender(safe), contender(safe)], { faults: ['Lose'], nuances: ['Slow'] })
    const { violations } = verifyElection(world, step, limit)
    expect(properties).toContain(violations[0]?.property)
  }, 120_000)
})
