import { describe, expect, test } from 'vitest'
import { manualClock } from '../manual-clock.ts'
import { createFleet } from './fleet.ts'
import { type FleetKey, type FleetPage, type FleetScope, mostRows } from './fleet-page.ts'

const key = (name: string, namespace = 'jobs'): FleetKey => ({ kind: 'FlinkDeployment', namespace, name })
const everything: FleetScope = { isShown: () => true, text: 'all' }
const jobsAlone: FleetScope = { isShown: ({ namespace }) => namespace === 'jobs', text: 'jobs' }

/** A fleet over resources whose state a test sets. */
const aFleet = () => {
  const clock = manualClock(1_000)
  const states = new Map<string, string>()
  const fleet = createFleet({
    clock,
    text: ({ namespace, name }) => {
      const state = states.get(`${namespace}/${name}`)
      return state === undefined ? undefined : JSON.stringify({ status: { lifecycleState: state } })
    },
    beside: () => ({ explanation: null, secrets: [] }),
  })
  const set = (resource: FleetKey, state: string): void => {
    states.set(`${resource.namespace}/${resource.name}`, state)
    fleet.changed(resource)
  }
  const gone = (resource: FleetKey): void => {
    states.delete(`${resource.namespace}/${resource.name}`)
    fleet.forget(resource)
  }
  // a manual clock does not move within a slice: each slice does all of the work
  const settle = () => clock.advance(1_000)
  return { clock, fleet, set, gone, settle }
}

/** What a browser holds: rows by place, as the pages say. */
const aReader = () => {
  const held = new Map<string, string>()
  const state = { cursor: null as string | null, answers: 0, starts: 0 }
  const take = (page: FleetPage): boolean => {
    if (page.isFromStart) {
      held.clear()
      state.starts += 1
    }
    for (const row of page.rows) held.set(`${row.namespace}/${row.name}`, row.state)
    for (const { namespace, name } of page.gone) held.delete(`${namespace}/${name}`)
    state.cursor = page.cursor
    state.answers += 1
    return page.hasMore
  }
  return {
    held,
    state,
    read: (fleet: ReturnType<typeof aFleet>['fleet'], scope = everything) => {
      const most = state.answers + 20
      while (take(fleet.page(state.cursor, scope)))
        if (state.answers > most) expect.fail('it has no end')
    },
    take,
  }
}

const heldBy = ({ held }: ReturnType<typeof aReader>) => Object.fromEntries([...held].sort())

describe('the rows of the fleet page', () => {
  test('a reader gets all rows once, then only what changed and what is gone', async () => {
    const { fleet, set, gone, settle } = aFleet()
    for (const name of ['a', 'b', 'c']) set(key(name), 'STABLE')
    await settle()
    const reader = aReader()
    reader.read(fleet)
    expect(heldBy(reader)).toEqual({ 'jobs/a': 'STABLE', 'jobs/b': 'STABLE', 'jobs/c': 'STABLE' })
    set(key('b'), 'FAILED')
    fleet.changed(key('a'))
    gone(key('c'))
    await settle()
    const page = fleet.page(reader.state.cursor, everything)
    expect([page.isFromStart, page.rows.map(({ name }) => name), page.gone.map(({ name }) => name)]).toEqual([false, ['b'], ['c']])
    reader.take(page)
    expect(heldBy(reader)).toEqual({ 'jobs/a': 'STABLE', 'jobs/b': 'FAILED' })
    expect(fleet.page(reader.state.cursor, everything)).toMatchObject({ rows: [], gone: [], hasMore: false })
  })

  test('an answer is bounded, and changes between two answers are not lost', async () => {
    const { fleet, set, gone, settle } = aFleet()
    const names = Array.from({ length: 2 * mostRows + 5 }, (_, index) => `job-${index}`)
    for (const name of names) set(key(name), 'STABLE')
    await settle()
    const reader = aReader()
    const first = fleet.page(null, everything)
    expect([first.rows.length, first.hasMore]).toEqual([mostRows, true])
    reader.take(first)
    gone(key('job-0'))
    gone(key('job-2000'))
    set(key('job-1'), 'FAILED')
    set(key('job-2001'), 'FAILED')
    await settle()
    reader.read(fleet)
    expect(reader.held.size).toBe(names.length - 2)
    expect(['job-0', 'job-1', 'job-2000', 'job-2001'].map(name => reader.held.get(`jobs/${name}`))).toEqual([
      undefined,
      'FAILED',
      undefined,
      'FAILED',
    ])
    expect(reader.state.starts).toBe(1)
  })

  test('a reader that was away while too many resources went begins anew, and one pass is enough', async () => {
    const { fleet, set, gone, settle } = aFleet()
    const many = Array.from({ length: 2_500 }, (_, index) => key(`old-${index}`))
    const stays = Array.from({ length: mostRows + 5 }, (_, index) => key(`stays-${index}`))
    for (const resource of [...stays, ...many]) set(resource, 'STABLE')
    await settle()
    const reader = aReader()
    reader.read(fleet)
    many.forEach(gone)
    set(key('new'), 'STABLE')
    await settle()
    reader.read(fleet)
    expect([reader.held.size, reader.held.has('jobs/new'), reader.held.has('jobs/old-0')]).toEqual([mostRows + 6, true, false])
    expect(reader.state.starts).toBe(2)
  })

  test('S12 other rights begin anew: what may not be seen any more is not kept', async () => {
    const { fleet, set, settle } = aFleet()
    set(key('a'), 'STABLE')
    set(key('b', 'others'), 'STABLE')
    expect([fleet.page(null, everything).pending, fleet.page(null, jobsAlone).pending]).toEqual([2, 1])
    await settle()
    const reader = aReader()
    reader.read(fleet)
    expect(reader.held.size).toBe(2)
    reader.read(fleet, jobsAlone)
    expect(heldBy(reader)).toEqual({ 'jobs/a': 'STABLE' })
  })

  test.each(['', 'x', '0.0.0.0', `${'a'.repeat(36)}.${'b'.repeat(16)}.9.9`, '9'.repeat(10_000)])(
    'a cursor of nobody begins anew: %.40s',
    async cursor => {
      const { fleet, set, settle } = aFleet()
      set(key('a'), 'STABLE')
      await settle()
      expect(fleet.page(cursor, everything)).toMatchObject({ isFromStart: true, rows: [{ name: 'a' }] })
    },
  )

  test('transitions are kept, at most twenty; a row of the same words is none', async () => {
    const { fleet, set, settle, clock } = aFleet()
    for (let count = 0; count < 30; count += 1) {
      set(key('a'), count % 2 === 0 ? 'STABLE' : 'UPGRADING')
      await settle()
      fleet.changed(key('a'))
      await settle()
    }
    const transitions = fleet.transitions(key('a'))
    expect([transitions.length, transitions.at(-1)?.state]).toEqual([20, 'UPGRADING'])
    expect(transitions.at(-1)?.at).toBeLessThan(clock.now())
  })

  test('P24 what is gone leaves nothing', async () => {
    const { fleet, set, gone, settle } = aFleet()
    set(key('a'), 'STABLE')
    await settle()
    fleet.rounded(key('a'), 'no resource')
    await settle()
    fleet.asked(key('a'), { at: 0, loads: [] })
    gone(key('a'))
    fleet.asked(key('a'), { at: 0, loads: [] })
    await settle()
    expect([fleet.kept(), fleet.row(key('a'))]).toEqual([0, null])
  })

  test('a round leaves a steady row alone', async () => {
    const { fleet, set, settle } = aFleet()
    set(key('a'), 'STABLE')
    await settle()
    fleet.rounded(key('a'), null)
    expect(fleet.page(null, everything).pending).toBe(0)
    set(key('a'), 'UPGRADING')
    await settle()
    fleet.rounded(key('a'), null)
    expect(fleet.page(null, everything).pending).toBe(1)
  })
})
