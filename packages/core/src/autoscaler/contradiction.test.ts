import { describe, expect, test } from 'vitest'
import { contradiction } from './contradiction.ts'
import type { MetricValues } from './metric.ts'
import { dataRates } from './target-data-rate.ts'
import { jobTopology, type JobVertex } from './topology.ts'

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
