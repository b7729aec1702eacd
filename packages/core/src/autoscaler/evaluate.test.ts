import * as E from 'fp-ts/lib/Either.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { autoscalerConfiguration, type Profile } from './autoscaler-configuration.ts'
import type { MetricsSample } from './autoscaler-state.ts'
import { evaluate, contradiction } from './evaluate.ts'
import { type EvaluatedMetrics, roundMetric, type MetricValues, scalingMetrics } from './evaluated-metrics.ts'
import { jobTopology, type JobVertex } from './topology.ts'
import { dataRates } from './target-data-rate.ts'

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

describe('contradiction', () => {
  const [source, sink] = ['25d902c242833b8cbbac54dfa101ad31', 'f6e041176f8c32998f9465ede0dfeeb1'] as const
  const vertex = { parallelism: 2, maxParallelism: 128, sourcePartitions: null, slotSharingGroup: null, isFinished: false }

  /** What grew in a minute, and what waits before and after it. */
  interface Case {
    readonly read?: number
    readonly sent?: number
    readonly received?: number
    readonly lag?: readonly [number, number]
    readonly vertices?: readonly JobVertex[]
  }

  const topology: readonly JobVertex[] = [
    { ...vertex, id: source, inputs: [] },
    { ...vertex, id: sink, inputs: [{ id: source, shipStrategy: 'HASH' }] },
  ]

  const found = ({ read = 60_000, sent = 60_000, received = 60_000, lag: [before, after] = [0, 0], vertices = topology }: Case) => {
    const sample = (at: number, ofSource: MetricValues, ofSink: MetricValues) => ({
      at,
      vertices: { [source]: ofSource, [sink]: ofSink },
      global: {},
    })
    const window = [
      sample(0, { NUM_RECORDS_IN: 0, NUM_RECORDS_OUT: 0, LAG: before }, { NUM_RECORDS_IN: 0, NUM_RECORDS_OUT: 0 }),
      sample(60_000, { NUM_RECORDS_IN: read, NUM_RECORDS_OUT: sent, LAG: after }, { NUM_RECORDS_IN: received, NUM_RECORDS_OUT: 0 }),
    ]
    const job = jobTopology(vertices)
    return contradiction(job, dataRates(job, window), window)
  }

  const joined: readonly JobVertex[] = [{ ...vertex, id: source, inputs: [] }, {
    ...vertex,
    id: sink,
    inputs: [{ id: source, shipStrategy: 'BROADCAST' }],
  }]

  describe('metrics that contradict a low load', () => {
    test.each<readonly [string, Case, string | null]>([
      ['nothing', {}, null],
      ['a lag that wavers', { lag: [100, 500] }, null],
      ['a lag that grows', { lag: [0, 1000] }, `more and more records wait before ${source}`],
      ['a lag that falls', { lag: [100_000, 10] }, null],
      [
        'a source that reads nothing, while records wait',
        { read: 0, sent: 0, received: 0, lag: [10, 10] },
        `records wait before ${source}, and it reads none`,
      ],
      ['a source without records', { read: 0, sent: 0, received: 0 }, null],
      ['a counter that runs backwards', { read: -1 }, `the counters of ${source} run backwards`],
      ['half of the TaskManagers do not report', { received: 30_000 }, `${sink} receives another number of records than its input sends`],
      ['records under way', { received: 55_000 }, null],
      ['a broadcast is received many times', { received: 120_000, vertices: joined }, null],
      ['a source that is finished', { read: -1, vertices: topology.map(it => ({ ...it, isFinished: true })) }, null],
    ])('%s', (_title, it, words) => {
      expect(found(it)).toBe(words)
    })
  })
})
