import * as E from 'fp-ts/lib/Either.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { autoscalerConfiguration } from './autoscaler-configuration.ts'
import type { MetricsSample } from './autoscaler-state.ts'
import { evaluate } from './evaluate.ts'
import { type EvaluatedMetrics, roundMetric } from './evaluated-metrics.ts'
import { type MetricValues, scalingMetrics } from './metric.ts'
import type { Profile } from './profile.ts'
import { jobTopology } from './topology.ts'

const source = '25d902c242833b8cbbac54dfa101ad31'
const sink = 'f6e041176f8c32998f9465ede0dfeeb1'
const now = 1_767_268_800_000

const vertex = { maxParallelism: 128, sourcePartitions: null, slotSharingGroup: null, isFinished: false }
const topology = jobTopology([
  { ...vertex, id: sink, parallelism: 4, inputs: [{ id: source, shipStrategy: 'HASH' }] },
  { ...vertex, id: source, parallelism: 2, inputs: [] },
])

/** Two samples, a minute from each other: counters grow from 0. */
const windowOf = (ofSource: MetricValues, ofSink: MetricValues): readonly MetricsSample[] => [
  {
    at: now - 60_000,
    vertices: { [source]: { ...ofSource, NUM_RECORDS_IN: 0, LAG: 0 }, [sink]: { ...ofSink, NUM_RECORDS_IN: 0 } },
    global: {},
  },
  { at: now, vertices: { [source]: ofSource, [sink]: ofSink }, global: {} },
]

const evaluated = (window: readonly MetricsSample[], profile: Profile = 'main', options: Readonly<Record<string, string>> = {}) =>
  evaluate({ topology, window, configuration: autoscalerConfiguration(options, profile).configuration, profile, restartTime: 300_000 })

const right = (answer: E.Either<string, EvaluatedMetrics>): EvaluatedMetrics => {
  if (E.isLeft(answer)) throw new Error(answer.left)
  return answer.right
}

describe('evaluated metrics (autoscaler.md, section 4)', () => {
  test('example 17: a source whose busy time looks too good has the rate that was observed', () => {
    const { vertices } = right(evaluated(windowOf({ NUM_RECORDS_IN: 48_000, LAG: 0, LOAD: 0.4, OBSERVED_TPR: 625 }, { NUM_RECORDS_IN: 0 })))
    expect(vertices[source]?.TRUE_PROCESSING_RATE?.average).toBe(625)
  })

  test('example 18: what arrives counts, not what is processed', () => {
    const { vertices, isBacklogShrinking } = right(
      evaluated(windowOf({ NUM_RECORDS_IN: 30_000, LAG: 30_000, LOAD: 1 }, { NUM_RECORDS_IN: 15_000, LOAD: 0.5 })),
    )
    expect(vertices[source]?.TARGET_DATA_RATE?.average).toBe(1000)
    expect(vertices[sink]?.TARGET_DATA_RATE?.average).toBe(500)
    expect(isBacklogShrinking).toBe(false)
  })

  test('under backlog no vertex may ask for a scale-down', () => {
    const { vertices } = right(evaluated(windowOf({ NUM_RECORDS_IN: 600, LAG: 30_000, LOAD: 1 }, { NUM_RECORDS_IN: 15_000, LOAD: 0.5 })))
    expect(vertices[source]?.SCALE_DOWN_RATE_THRESHOLD?.current).toBe(Infinity)
  })

  test.each<readonly [Profile, number]>([['1.15.0', 500], ['main', 800]])('%s: records in of the busy time with MAX', (profile, rate) => {
    const { vertices } = right(evaluated(
      windowOf({ NUM_RECORDS_IN: 30_000, LAG: 0, LOAD: 1 }, { NUM_RECORDS_IN: 15_000, NUM_RECORDS_IN_PER_SECOND: 400, LOAD: 0.5 }),
      profile,
    ))
    expect(vertices[sink]?.TRUE_PROCESSING_RATE?.average).toBe(rate)
  })

  test('a source without two counts: why nothing can be evaluated', () => {
    expect(evaluated(windowOf({ LAG: 0 }, {}))).toEqual(E.left('Cannot evaluate metrics without ingestion rate information'))
  })

  test('a vertex that a sample does not hold', () => {
    const [first, last] = windowOf({ NUM_RECORDS_IN: 1 }, {})
    expect(E.isLeft(evaluated([{ at: now - 60_000, vertices: {}, global: {} }, ...(last === undefined ? [] : [last])]))).toBe(true)
    expect(first?.at).toBe(now - 60_000)
  })

  test.each([[1.2345, 1.235], [0.0001, 0.0001], [0.5005, 0.501], [-1.2345, -1.235], [1e20, 1e20], [NaN, NaN], [-Infinity, -Infinity]])(
    'three decimals of %s: %s',
    (value, rounded) => {
      expect(roundMetric(value)).toBe(rounded)
    },
  )

  test('numbers that are none never throw, and the order of vertices does not matter', () => {
    const number = fc.oneof(fc.double(), fc.constantFrom(NaN, Infinity, -Infinity, 0, -1))
    const values = fc.dictionary(fc.constantFrom(...scalingMetrics), number) as fc.Arbitrary<MetricValues>
    const sample = fc.record({
      at: fc.integer({ min: 0, max: now }),
      vertices: fc.record({ [source]: values, [sink]: values }),
      global: values,
    })
    fc.assert(fc.property(fc.array(sample, { maxLength: 4 }), fc.constantFrom<Profile>('main', '1.15.0'), (window, profile) => {
      const configuration = autoscalerConfiguration({}, profile).configuration
      const input = { window, configuration, profile, restartTime: 300_000 }
      const reversed = jobTopology([...topology.vertices].reverse())
      expect(evaluate({ ...input, topology: reversed })).toEqual(evaluate({ ...input, topology }))
    }))
  })
})
