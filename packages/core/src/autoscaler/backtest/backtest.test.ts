import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { autoscalerConfiguration, type Profile } from '../autoscaler-configuration.ts'
import { type Backtest, backtest } from './backtest.ts'
import type { Arrivals, ModelledVertex } from './modelled-job.ts'

const minute = 60_000
const start = Date.parse('2026-07-01T00:00:00Z')
const [source, slow, sink] = ['a', 'b', 'c'].map(it => it.repeat(32)) as [string, string, string]

const vertex = (id: string, subtaskRate: number, inputs: readonly string[], its: Partial<ModelledVertex> = {}): ModelledVertex => ({
  id,
  name: id.slice(0, 1),
  parallelism: 2,
  maxParallelism: 128,
  sourcePartitions: null,
  slotSharingGroup: null,
  subtaskRate,
  inputs: inputs.map(it => ({ id: it, shipStrategy: 'REBALANCE', ratio: 1 })),
  ...its,
})

const job = { vertices: [vertex(source, 1000, []), vertex(slow, 300, [source]), vertex(sink, 2000, [slow])] }

interface Case {
  readonly load: readonly (readonly [minutes: number, rate: number])[]
  readonly hours: number
  readonly options?: Readonly<Record<string, string>>
  readonly profile?: Profile
  readonly job?: { readonly vertices: readonly ModelledVertex[] }
}

const played = ({ load, hours, options = {}, profile = 'main', job: its = job }: Case): Backtest => {
  const prefixed = Object.entries(options).map(([key, value]) => [`job.autoscaler.${key}`, value])
  return backtest({
    job: its,
    load: {
      arrivals: load.map(([minutes, rate]): Arrivals => ({ at: start + minutes * minute, rates: { [source]: rate } })),
      until: start + hours * 60 * minute,
      lag: {},
    },
    configuration: autoscalerConfiguration({ 'job.autoscaler.enabled': 'true', ...Object.fromEntries(prefixed) }, profile).configuration,
    profile,
    flinkVersion: 'v1_20',
    interval: minute,
    restart: minute,
  })
}

const scalings = ({ steps }: Backtest): readonly number[] =>
  steps.filter(({ verdict }) => verdict.row === 'scaled').map(({ at }) => (at - start) / minute)
const last = ({ steps }: Backtest) => steps.at(-1)

describe('the autoscaler over a load', () => {
  test('a step of the load is followed by a scaling within the window, and its lag falls', () => {
    const got = played({ load: [[0, 500], [30, 2000]], hours: 3 })
    expect(scalings(got)[0]).toBeLessThan(45)
    expect(last(got)).toMatchObject({ lag: 0, load: 2000 })
    expect(last(got)?.capacity).toBeGreaterThan(2000)
    expect(got.longestLag).toBeGreaterThan(0)
    expect(got.longestDelay).toBeCloseTo(got.longestLag / 2000, 6)
    expect(got.slotHours).toBeGreaterThan(6)
  })

  test('it decides from the first cycle on, as the job has been running before', () => {
    expect(scalings(played({ load: [[0, 1500]], hours: 1 }))[0]).toBe(1)
  })

  test('off: nothing is scaled', () => {
    expect(played({ load: [[0, 5000]], hours: 2, options: { enabled: 'false' } })).toMatchObject({
      restarts: 0,
      slotHours: expect.closeTo(4.03, 1),
    })
  })

  test('a load that falls: down after the interval of continuous wish, in steps', () => {
    const got = played({ load: [[0, 500], [60, 50]], hours: 5 })
    const first = got.steps.find(({ parallelism }) => (parallelism[slow] ?? 0) < 2)
    expect(first?.at).toBeGreaterThanOrEqual(start + 120 * minute)
    expect(last(got)?.parallelism[slow]).toBe(1)
  })

  test('excluded periods hold, by the clocks of their zone', () => {
    const options = { 'excluded.periods': '02:00-04:00', 'time-zone': 'Europe/Berlin' }
    const got = played({ load: [[0, 500], [10, 2000]], hours: 5, options })
    expect(scalings(got)[0]).toBe(121)
    expect(got.steps.find(({ verdict }) => verdict.row === 'excluded-period')?.verdict.reason).toBe('excluded period 02:00-04:00')
  })

  test('a restart budget holds over the whole load', () => {
    const waves = Array.from({ length: 24 * 6 }, (_, n) => [n * 10, n % 24 < 12 ? 1800 : 200] as const)
    const options = { 'scale-down.interval': '10 min', 'metrics.window': '5 min' }
    const [free, calm] = [{}, { 'restart-budget.count': '3', 'restart-budget.period': '12 h' }].map(more =>
      played({ load: waves, hours: 24, options: { ...options, ...more } })
    )
    const at = scalings(calm as Backtest)
    expect((free as Backtest).restarts).toBeGreaterThan(6)
    expect(at.length).toBeLessThanOrEqual(6)
    for (const moment of at) expect(at.filter(it => it >= moment && it < moment + 720).length).toBeLessThanOrEqual(3)
  })

  test('a schedule has the slots ready before the peak', () => {
    const load = [[0, 200], [240, 3000], [300, 200]] as const
    const [late, ready] = [{}, { 'vertex.min-parallelism.schedule': '03:00-05:00 = 12' }].map(options =>
      played({ load, hours: 6, options })
    ) as [Backtest, Backtest]
    expect(ready.longestLag).toBeLessThan(late.longestLag / 2)
    expect(ready.steps.find(({ at }) => at === start + 190 * minute)?.parallelism[slow]).toBe(12)
  })

  test('A-21 a bottleneck that can not grow leaves slots of the others unused, unless it limits them', () => {
    const narrow = { vertices: job.vertices.map(it => (it.id === slow ? { ...it, maxParallelism: 4 } : it)) }
    const load = [[0, 500], [10, 6000]] as const
    const [alone, limited] = [{}, { 'bottleneck.limits-others': 'true' }].map(options =>
      played({ load, hours: 4, options, job: narrow })
    ) as [Backtest, Backtest]
    expect(limited.slotHours).toBeLessThan(alone.slotHours)
    // what is processed is the same
    expect(last(limited)?.capacity).toBe(last(alone)?.capacity)
  })

  const profiles = fc.constantFrom<Profile>('main', '1.15.0')
  /** Subtasks that a vertex would need at full load, so many there may be. */
  const needed = fc.double({ min: 0.01, max: 50, noNaN: true })
  const quick = { 'metrics.window': '4 min', 'stabilization.interval': '1 min', 'scale-down.interval': '5 min' }

  test('a constant load: few scalings, then none; limits hold, and the lag does not grow for ever', () => {
    fc.assert(
      fc.property(needed, needed, fc.integer({ min: 1, max: 40 }), profiles, (first, second, parallelism, profile) => {
        const load = 1000
        const its = {
          vertices: [vertex(source, load / first, [], { parallelism }), vertex(slow, load / second, [source], { parallelism })],
        }
        const got = played({ load: [[0, load]], hours: 6, profile, job: its, options: quick })
        // a scale-down takes at most 60 % of 40 subtasks: 40, 16, 7, 3, 2, 1
        expect(got.restarts).toBeLessThanOrEqual(8)
        expect(scalings(got).filter(at => at > 3 * 60)).toEqual([])
        expect(last(got)?.lag).toBeLessThan(load)
        for (const step of got.steps)
          for (const value of Object.values(step.parallelism)) expect(value >= 1 && value <= 200).toBe(true)
      }),
      { numRuns: 12, endOnFailure: true },
    )
  })

  test('numbers that are none play to an end', () => {
    const number = fc.oneof(fc.double(), fc.constantFrom(NaN, Infinity, -Infinity, 0, -1, 1e308))
    fc.assert(
      fc.property(number, number, number, (load, rate, ratio) => {
        const its = {
          vertices: [vertex(source, rate, []), vertex(slow, rate, [source], { inputs: [{ id: source, shipStrategy: 'HASH', ratio }] })],
        }
        expect(played({ load: [[0, load], [10, 1]], hours: 1, job: its }).steps.length).toBe(61)
      }),
      { numRuns: 25, endOnFailure: true },
    )
  })
})
