import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { autoscalerConfiguration, type Profile } from './autoscaler-configuration.ts'
import type { DelayedVertex, ScalingRecord } from './autoscaler-state.ts'
import { evaluatedMetric, type MetricsOf } from './evaluated-metrics.ts'
import { type ShipStrategy, shipStrategies } from './topology.ts'
import type { VertexDecision } from './vertex-decision.ts'
import { vertexParallelism } from './vertex-parallelism.ts'

interface Case {
  readonly parallelism?: number
  readonly rate?: number
  readonly target?: number
  readonly catchUp?: number
  readonly load?: number
  readonly maxParallelism?: number
  readonly partitions?: number
  readonly input?: ShipStrategy
  readonly options?: Readonly<Record<string, string>>
  readonly history?: readonly ScalingRecord[]
  readonly delayed?: DelayedVertex
  readonly isBacklogShrinking?: boolean
  readonly contradiction?: string
  readonly passable?: number
  readonly floor?: number
  readonly profile?: Profile
}

const id = '1d78dc8ed51234e598b5114fe24490ae'
const now = 1_767_268_800_000
const hour = 3_600_000

const metricsOf = (it: Case): MetricsOf => {
  const target = it.target ?? 1000
  return {
    PARALLELISM: evaluatedMetric(it.parallelism ?? 2, NaN),
    MAX_PARALLELISM: evaluatedMetric(it.maxParallelism ?? 128, NaN),
    NUM_SOURCE_PARTITIONS: evaluatedMetric(it.partitions ?? 0, NaN),
    TRUE_PROCESSING_RATE: evaluatedMetric(NaN, it.rate ?? 1000),
    TARGET_DATA_RATE: evaluatedMetric(NaN, target),
    CATCH_UP_DATA_RATE: evaluatedMetric(it.catchUp ?? 0, NaN),
    LOAD: evaluatedMetric(NaN, it.load ?? 0.1),
    SCALE_UP_RATE_THRESHOLD: evaluatedMetric(target, NaN),
    SCALE_DOWN_RATE_THRESHOLD: evaluatedMetric(target * 2.667, NaN),
  }
}

const decided = (it: Case): VertexDecision => {
  const profile = it.profile ?? 'main'
  const prefixed = Object.fromEntries(Object.entries(it.options ?? {}).map(([key, value]) => [`job.autoscaler.${key}`, value]))
  return vertexParallelism({
    id,
    inputShipStrategies: [it.input ?? 'REBALANCE'],
    metrics: metricsOf(it),
    isBacklogShrinking: it.isBacklogShrinking ?? false,
    contradiction: it.contradiction ?? null,
    passable: it.passable ?? 1,
    history: it.history ?? [],
    delayed: it.delayed ?? null,
  }, { configuration: autoscalerConfiguration(prefixed, profile).configuration, profile, restartTime: 300_000, floor: it.floor ?? 0, now })
}

const scaledUp = (from: number, to: number, rate: number, expected: number): ScalingRecord => ({
  at: now - hour,
  currentParallelism: from,
  newParallelism: to,
  metrics: { TRUE_PROCESSING_RATE: evaluatedMetric(NaN, rate), EXPECTED_PROCESSING_RATE: evaluatedMetric(expected, NaN) },
})

const atOnce = { 'scale-down.interval': '0 s' }
const exact = { ...atOnce, 'catch-up.duration': '0 s', 'utilization.target': '1', 'scale-down.max-factor': '1' }

describe('rows of the decision on one vertex (autoscaler.md, sections 5.3 to 5.7)', () => {
  test.each<readonly [string, Case, string, number, boolean]>([
    ['no true processing rate', { rate: NaN }, 'no-rate', 2, false],
    ['no parallelism', { parallelism: NaN }, 'no-rate', 0, false],
    ['no target', { target: NaN }, 'no-capacity', 2, false],
    ['example 1: grows, though it alone is no reason to', {}, 'scale-up', 4, false],
    ['example 2: outside its bounds', { target: 1200 }, 'scale-up', 4, true],
    ['example 3: a scale-down waits', { parallelism: 10, rate: 10_000 }, 'delayed', 10, false],
    ['example 3: without an interval', { parallelism: 10, rate: 10_000, options: atOnce }, 'scale-down', 4, true],
    ['busy exactly as much as the target', { parallelism: 10, rate: 10_000, load: 0.7, options: atOnce }, 'busy', 10, false],
    [
      'consistent metrics hold nothing back',
      { parallelism: 10, rate: 10_000, options: { ...atOnce, 'scale-down.require-consistent-metrics': 'true' } },
      'scale-down',
      4,
      true,
    ],
    [
      'as many were wanted within the interval',
      {
        parallelism: 10,
        rate: 10_000,
        delayed: {
          firstTrigger: { at: now - 2 * hour },
          recommended: [{ at: now - hour / 2, parallelism: 10, isOutsideBounds: false }],
        },
      },
      'delayed',
      10,
      false,
    ],
    [
      'A-2 a scale-down, too, leaves no more than partitions',
      { parallelism: 10, target: 800, partitions: 6, options: exact },
      'scale-down',
      6,
      false,
    ],
    ['A-2 more than partitions have nothing to read', { parallelism: 10, partitions: 6, options: exact }, 'scale-down', 6, false],
    ['the largest parallelism is unknown', { maxParallelism: NaN }, 'scale-up', 4, false],
    ['as many as the schedule wants', { floor: 2 }, 'scale-up', 4, false],
    ['example 4', { parallelism: 4, target: 500 }, 'enough', 4, false],
    ['example 5: twelve partitions', { parallelism: 4, rate: 2000, target: 2000, catchUp: 1000, partitions: 12 }, 'scale-up', 12, false],
    [
      'example 6: key groups',
      { parallelism: 10, target: 1250, maxParallelism: 120, input: 'HASH', options: { 'catch-up.duration': '0 s' } },
      'scale-up',
      20,
      true,
    ],
    [
      'example 12: largest growth',
      { parallelism: 5, rate: 100, target: 5000, maxParallelism: 400, options: { 'scale-up.max-factor': '2' } },
      'scale-up',
      15,
      true,
    ],
    ['example 13: largest parallelism', { parallelism: 150, rate: 100, target: 5000, maxParallelism: 720 }, 'scale-up', 200, true],
    ['example 13: beyond it already', { parallelism: 250, rate: 100, target: 5000, maxParallelism: 720 }, 'enough', 250, false],
    [
      'example 14: smallest parallelism',
      { parallelism: 10, target: 10, options: { ...atOnce, 'vertex.min-parallelism': '6' } },
      'scale-down',
      6,
      true,
    ],
    [
      'example 19: no more than said',
      { parallelism: 8, rate: 1050, target: 988, history: [scaledUp(4, 8, 1000, 2000)] },
      'scale-up',
      13,
      false,
    ],
    [
      'example 19: detection is on',
      {
        parallelism: 8,
        rate: 1050,
        target: 988,
        history: [scaledUp(4, 8, 1000, 2000)],
        options: { 'scaling.effectiveness.detection.enabled': 'true' },
      },
      'ineffective',
      8,
      false,
    ],
    [
      'inputs that contradict each other: no scale-down',
      {
        parallelism: 10,
        rate: 10_000,
        contradiction: 'the counters of v run backwards',
        options: { ...atOnce, 'scale-down.require-consistent-metrics': 'true' },
      },
      'contradictory',
      10,
      false,
    ],
    ['they do not count unless asked for', { parallelism: 10, rate: 10_000, contradiction: 'x', options: atOnce }, 'scale-down', 4, true],
    [
      'nor against a scale-up',
      { target: 1200, contradiction: 'x', options: { 'scale-down.require-consistent-metrics': 'true' } },
      'scale-up',
      4,
      true,
    ],
    ['a floor by the schedule', { parallelism: 4, target: 500, floor: 9 }, 'scale-up', 9, true],
    ['a floor up to the largest parallelism', { parallelism: 4, target: 500, floor: 900 }, 'scale-up', 128, true],
    ['a floor keeps a scale-down from it', { parallelism: 10, rate: 10_000, floor: 7, options: atOnce }, 'scale-down', 7, true],
    ['a floor of no more than there is', { parallelism: 4, target: 500, floor: 4 }, 'enough', 4, false],
    ['a floor and few partitions', { parallelism: 2, target: 100, partitions: 3, floor: 9 }, 'scale-up', 3, true],
    [
      'a floor where the last scale-up did not help',
      {
        parallelism: 8,
        rate: 1050,
        target: 500,
        floor: 12,
        history: [scaledUp(4, 8, 1000, 2000)],
        options: { 'scaling.effectiveness.detection.enabled': 'true' },
      },
      'scale-up',
      12,
      true,
    ],
    ['what can not arrive', { target: 1200, passable: 0.1 }, 'held-back', 2, false],
    ['what can arrive', { target: 1200, passable: 0.7 }, 'scale-up', 3, false],
    [
      'A-1 1.15.0: a scale-down that is aligned to the current parallelism',
      { parallelism: 64, rate: 6400, target: 5000, input: 'HASH', options: exact, profile: '1.15.0' },
      'aligned-to-current',
      64,
      false,
    ],
    ['A-1 keeps its wish', { parallelism: 64, rate: 6400, target: 5000, input: 'HASH', options: exact }, 'scale-down', 50, false],
    ['A-2 no more subtasks than partitions', { partitions: 3, target: 3000, options: exact }, 'scale-up', 3, true],
    ['A-2 beyond them already: no scale-up', { parallelism: 5, partitions: 3, target: 3000, options: exact }, 'enough', 5, false],
    ['A-12 B103 busy: no scale-down', { parallelism: 10, rate: 10_000, load: 1, options: atOnce }, 'busy', 10, false],
    ['A-12 1.15.0 scales down', { parallelism: 10, rate: 10_000, load: 1, options: atOnce, profile: '1.15.0' }, 'scale-down', 4, true],
    [
      'A-12 busy with a backlog that shrinks',
      { parallelism: 10, rate: 10_000, load: 1, isBacklogShrinking: true, options: atOnce },
      'scale-down',
      4,
      true,
    ],
  ])('%s', (_title, it, row, newParallelism, isOutsideBounds) => {
    const { reason, ...got } = decided(it)
    expect(got).toMatchObject({ row, newParallelism, isOutsideBounds })
    expect(reason).not.toBe('')
  })

  test('example 21: a scale-down goes to the largest wish of the interval', () => {
    const minutes = (n: number) => ({ at: now - hour + n * 60_000 })
    const wish = (n: number, parallelism: number) => ({ ...minutes(n), parallelism, isOutsideBounds: true })
    const before = { firstTrigger: minutes(0), recommended: [wish(20, 12), wish(40, 9)] }
    const got = decided({ parallelism: 20, rate: 20_000, target: 5600, delayed: before })
    expect(got).toMatchObject({ row: 'scale-down', newParallelism: 12 })
    expect(got.delayed?.recommended.map(({ parallelism }) => parallelism)).toEqual([12, 9])
  })

  test('A-16 rates of zero, or an infinite one, say nothing: the coefficient is 1', () => {
    const options = { 'observed-scalability.enabled': 'true', 'observed-scalability.min-observations': '1' }
    for (const rate of [0, Infinity])
      expect(decided({ history: [scaledUp(1, 2, rate, 2000)], options }).newParallelism).toBe(4)
  })

  test('numbers that are none never throw, and the result keeps within its limits', () => {
    const number = fc.oneof(fc.double(), fc.integer({ min: -5, max: 1000 }), fc.constantFrom(NaN, Infinity, -Infinity, 0, -1))
    const metric = fc.record({ current: number, average: number })
    const metrics = fc.dictionary(
      fc.constantFrom(
        'PARALLELISM',
        'MAX_PARALLELISM',
        'NUM_SOURCE_PARTITIONS',
        'TRUE_PROCESSING_RATE',
        'TARGET_DATA_RATE',
        'CATCH_UP_DATA_RATE',
        'LOAD',
      ),
      metric,
    ) as fc.Arbitrary<MetricsOf>
    const record = fc.record({ at: fc.constant(now - hour), currentParallelism: number, newParallelism: number, metrics })
    const flags = fc.constantFrom('true', 'false')
    fc.assert(fc.property(
      metrics,
      fc.array(record, { maxLength: 4 }),
      fc.constantFrom(...shipStrategies),
      fc.constantFrom<Profile>('main', '1.15.0'),
      flags,
      fc.double({ min: 0, max: 1 }),
      fc.integer({ min: 0, max: 40_000 }),
      (its, history, strategy, profile, flag, passable, floor) => {
        const configuration = autoscalerConfiguration({
          'job.autoscaler.observed-scalability.enabled': flag,
          'job.autoscaler.scaling.effectiveness.detection.enabled': flag,
        }, profile).configuration
        const got = vertexParallelism(
          {
            id,
            inputShipStrategies: [strategy],
            metrics: its,
            isBacklogShrinking: false,
            contradiction: null,
            passable,
            history,
            delayed: null,
          },
          { configuration, profile, restartTime: 300_000, floor, now },
        )
        const current = Math.max(0, Math.trunc(its.PARALLELISM?.current ?? 0) || 0)
        if (got.row === 'scale-up' || got.row === 'scale-down') {
          expect(got.newParallelism).toBeGreaterThanOrEqual(Math.min(current, 1))
          expect(got.newParallelism).toBeLessThanOrEqual(Math.max(current, 200))
        }
      },
    ))
  })

  test('a scale-down that need not wait leaves none waiting', () => {
    expect(decided({ parallelism: 10, rate: 10_000, options: atOnce }).delayed).toBe(null)
  })

  test.each<readonly [Profile, number]>([['main', 1500], ['1.15.0', 1429]])(
    '%s: the rate that is expected after the scaling: %d',
    (profile, rate) => {
      const { metrics } = decided({
        profile,
        options: { 'catch-up.duration': '0 s', 'vertex.max-parallelism': '4', 'utilization.target': '0.7' },
      })
      expect(Math.round(metrics.EXPECTED_PROCESSING_RATE?.current ?? NaN)).toBe(rate)
    },
  )

  test.each([{ parallelism: NaN }, { rate: NaN }, { target: NaN }])('nothing is expected of what is unknown: %j', it => {
    expect(decided(it).metrics.EXPECTED_PROCESSING_RATE).toBe(undefined)
  })
})
