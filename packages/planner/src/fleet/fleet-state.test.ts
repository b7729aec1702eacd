import { describe, expect, test } from 'vitest'
import type { Attention, FleetPage, FleetRow } from './fleet-answers.ts'
import { afterPage, counted, emptyFleet, filtered, ordered } from './fleet-state.ts'

const row = (name: string, attention: Attention, since: number | null = null, change: Partial<FleetRow> = {}): FleetRow => ({
  kind: 'FlinkDeployment',
  namespace: 'jobs',
  name,
  attention,
  state: 'STABLE',
  isPaused: false,
  since,
  waitsFor: '',
  unblockedBy: null,
  jobs: [],
  askedAt: null,
  ...change,
})
const page = (change: Partial<FleetPage>): FleetPage => ({
  cursor: 'c',
  isFromStart: false,
  hasMore: false,
  pending: 0,
  now: 5_000,
  rows: [],
  gone: [],
  ...change,
})
const of = (...rows: readonly FleetRow[]) => afterPage(emptyFleet(), page({ isFromStart: true, rows }), 4_000)
const names = (rows: ReturnType<typeof ordered>) => rows.map(({ row: { name } }) => name)

test('what needs a person is first, and within it what has lasted longest; steady ones by name', () => {
  const state = of(
    row('b', 'Steady', 1),
    row('a', 'Steady', 2),
    row('moves', 'InProgress', 3),
    row('late', 'Person', 9),
    row('early', 'Person', 4),
    row('unknown', 'Person'),
    row('fails', 'Failing'),
    row('held', 'Paused'),
  )
  expect(names(ordered(state))).toEqual(['early', 'late', 'unknown', 'fails', 'moves', 'held', 'a', 'b'])
  expect(counted(ordered(state))).toEqual({ Person: 3, Failing: 1, InProgress: 1, Paused: 1, Steady: 2 })
})

describe('answers', () => {
  test('a row is replaced, one that is gone is removed, a beginning clears', () => {
    const state = of(row('a', 'Steady'), row('b', 'Steady'))
    expect(state.ahead).toBe(1_000)
    const next = afterPage(
      state,
      page({ rows: [row('a', 'Failing')], gone: [{ kind: 'FlinkDeployment', namespace: 'jobs', name: 'b' }] }),
      0,
    )
    expect(ordered(next).map(({ row: { name, attention } }) => [name, attention])).toEqual([['a', 'Failing']])
    expect(next.version).toBe(state.version + 1)
    expect(afterPage(next, page({}), 0).version).toBe(next.version)
    expect(names(ordered(afterPage(next, page({ isFromStart: true, rows: [row('c', 'Steady')] }), 0)))).toEqual(['c'])
  })
})

test.each([
  ['all words', { text: 'jobs ORD', attention: null, kind: null }, ['orders']],
  ['a state', { text: 'upgrading', attention: null, kind: null }, ['sums']],
  ['a pause', { text: 'paused', attention: null, kind: null }, ['sums']],
  ['who has to act', { text: '', attention: 'Person' as const, kind: null }, ['sums']],
  ['a kind', { text: '', attention: null, kind: 'FlinkSessionJob' }, ['sums']],
  ['nothing', { text: '', attention: null, kind: null }, ['sums', 'orders']],
  ['no row', { text: 'x y z', attention: null, kind: null }, []],
])('found by %s', (_title, filter, want) => {
  const state = of(row('orders', 'Steady'), row('sums', 'Person', 1, { kind: 'FlinkSessionJob', state: 'UPGRADING', isPaused: true }))
  expect(names(filtered(ordered(state), filter))).toEqual(want)
})
