import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { autoscalerConfiguration } from './autoscaler-configuration.ts'
import { emptyState } from './autoscaler-state.ts'
import { evaluatedMetric, type MetricsOf } from './evaluated-metrics.ts'
import { jobTopology, type JobVertex } from './topology.ts'
import { vertexDecisions } from './vertex-decisions.ts'

const now = Date.parse('2026-07-01T10:00:00Z')
const [source, slow, sink, other, tail] = ['1', '2', '3', '4', '5'].map(it => it.repeat(32)) as [string, string, string, string, string]

const vertex = (id: string, inputs: readonly string[]): JobVertex => ({
  id,
  parallelism: 2,
  maxParallelism: 128,
  sourcePartitions: null,
  slotSharingGroup: null,
  isFinished: false,
  inputs: inputs.map(it => ({ id: it, shipStrategy: 'REBALANCE' })),
})

/** source → slow → sink, and other → tail beside it. */
const topology = jobTopology([vertex(source, []), vertex(slow, [source]), vertex(sink, [slow]), vertex(other, []), vertex(tail, [other])])

/** Each vertex processes 1000 records/s and needs 4000. */
const metrics: MetricsOf = {
  PARALLELISM: evaluatedMetric(2, NaN),
  MAX_PARALLELISM: evaluatedMetric(128, NaN),
  NUM_SOURCE_PARTITIONS: evaluatedMetric(0, NaN),
  TRUE_PROCESSING_RATE: evaluatedMetric(NaN, 1000),
  TARGET_DATA_RATE: evaluatedMetric(NaN, 4000),
  CATCH_UP_DATA_RATE: evaluatedMetric(0, NaN),
  LOAD: evaluatedMetric(NaN, 1),
  SCALE_UP_RATE_THRESHOLD: evaluatedMetric(4000, NaN),
  SCALE_DOWN_RATE_THRESHOLD: evaluatedMetric(10_000, NaN),
}

const decided = (options: Readonly<Record<string, string>>, its: Readonly<Record<string, MetricsOf>> = {}) =>
  vertexDecisions({
    state: emptyState,
    configuration: autoscalerConfiguration({ 'job.autoscaler.catch-up.duration': '0 s', ...options }, 'main').configuration,
    profile: 'main',
    topology,
    evaluated: {
      vertices: Object.fromEntries(topology.vertices.map(({ id }) => [id, its[id] ?? metrics])),
      global: {},
      isBacklogShrinking: false,
      contradiction: null,
    },
    excluded: [],
    now,
  })

const parallelismOf = (decisions: ReturnType<typeof decided>) => topology.vertices.map(({ id }) => decisions[id]?.newParallelism)

describe('what becomes of each vertex', () => {
  test('A-21 without the option a vertex that is held back does not limit the others', () => {
    const got = decided({ 'job.autoscaler.vertex.exclude.ids': slow })
    expect(topology.vertices.filter(({ id }) => id !== slow).map(({ id }) => got[id]?.newParallelism)).toEqual([12, 12, 12, 12])
  })

  test('A-21 a vertex that is held back limits those before and after it, and no others', () => {
    const got = decided({ 'job.autoscaler.vertex.exclude.ids': slow, 'job.autoscaler.bottleneck.limits-others': 'true' })
    // a quarter of the 4000 records/s can pass: 1000 at a utilization of 0.7
    expect([source, sink].map(id => got[id]?.newParallelism)).toEqual([3, 3])
    expect([other, tail].map(id => got[id]?.newParallelism)).toEqual([12, 12])
    expect(got[sink]?.reason).toContain('for the 25 % of the records that can reach it')
    expect(got[sink]?.isOutsideBounds).toBe(false)
  })

  test('A-21 what can not arrive is no reason to grow, and none to shrink', () => {
    const nothing: MetricsOf = { ...metrics, TRUE_PROCESSING_RATE: evaluatedMetric(NaN, 100) }
    const got = decided({ 'job.autoscaler.vertex.exclude.ids': slow, 'job.autoscaler.bottleneck.limits-others': 'true' }, {
      [slow]: nothing,
    })
    expect(got[source]).toMatchObject({ row: 'held-back', newParallelism: 2 })
    expect(got[source]?.reason).toContain('only 2.5 % of the records can reach it')
  })

  test('A-21 a vertex at its largest parallelism holds back, and still gets all it may', () => {
    const its = { [slow]: { ...metrics, MAX_PARALLELISM: evaluatedMetric(4, NaN) } }
    const got = decided({ 'job.autoscaler.bottleneck.limits-others': 'true' }, its)
    expect(got[slow]?.newParallelism).toBe(4)
    expect([source, sink].map(id => got[id]?.newParallelism)).toEqual([6, 6])
  })

  test('a schedule has its smallest parallelism, by the clocks of its zone', () => {
    const calm = { ...metrics, TARGET_DATA_RATE: evaluatedMetric(NaN, 700), SCALE_UP_RATE_THRESHOLD: evaluatedMetric(700, NaN) }
    const its = Object.fromEntries(topology.vertices.map(({ id }) => [id, calm]))
    const schedule = { 'job.autoscaler.vertex.min-parallelism.schedule': '12:00-13:00 = 7' }
    expect(parallelismOf(decided(schedule, its))).toEqual([2, 2, 2, 2, 2])
    const there = decided({ ...schedule, 'job.autoscaler.time-zone': 'Europe/Berlin' }, its)
    expect(parallelismOf(there)).toEqual([7, 7, 7, 7, 7])
    expect(there[source]).toMatchObject({ row: 'scale-up', isOutsideBounds: true })
    expect(there[source]?.reason).toContain('the schedule has at least 7')
  })

  test('A-21 no decision is larger than without the limit, none shrinks by it, and hostile numbers throw nowhere', () => {
    const number = fc.oneof(fc.double(), fc.integer({ min: 1, max: 5000 }), fc.constantFrom(NaN, Infinity, -Infinity, 0, -1))
    const some = fc.dictionary(
      fc.constantFrom('TRUE_PROCESSING_RATE', 'TARGET_DATA_RATE', 'CATCH_UP_DATA_RATE', 'MAX_PARALLELISM'),
      fc.record({ current: number, average: number }),
    ) as fc.Arbitrary<MetricsOf>
    const each = fc.record({ [source]: some, [slow]: some, [sink]: some, [other]: some, [tail]: some })
    fc.assert(fc.property(each, drawn => {
      const its = Object.fromEntries(Object.entries(drawn).map(([id, more]) => [id, { ...metrics, ...more }]))
      const [alone, limited] = [decided({}, its), decided({ 'job.autoscaler.bottleneck.limits-others': 'true' }, its)]
      for (const { id, parallelism } of topology.vertices) {
        const [a, b] = [alone[id]?.newParallelism ?? 0, limited[id]?.newParallelism ?? 0]
        expect(b).toBeLessThanOrEqual(a)
        if (a > parallelism) expect(b).toBeGreaterThanOrEqual(parallelism)
        else expect(b).toBe(a)
      }
    }))
  })
})
