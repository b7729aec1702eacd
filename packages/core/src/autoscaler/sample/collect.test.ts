import * as E from 'fp-ts/lib/Either.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { autoscalerConfiguration, type Profile } from '../autoscaler-configuration.ts'
import type { MetricsSample } from '../autoscaler-state.ts'
import { collect, type Collected, type NoSample, sourcePartitions } from './collect.ts'
import type { AggregatedMetric, FlinkAnswers, VertexAnswer } from './vertex-metrics.ts'

const id = '25d902c242833b8cbbac54dfa101ad31'
const minute = 60_000
const now = 1_767_268_800_000

const metric = (name: string, value: number): AggregatedMetric => ({ id: name, min: value, max: value, avg: value, sum: value })

const source: VertexAnswer = {
  id,
  parallelism: 2,
  maxParallelism: 128,
  slotSharingGroup: null,
  isFinished: false,
  inputs: [],
  readRecords: 0,
  writeRecords: 10,
  accumulatedBusyTime: 5,
  isComplete: true,
  metrics: [
    metric('busyTimeMsPerSecond', 500),
    metric('backPressuredTimeMsPerSecond', 200),
    metric('Source__a.numRecordsInPerSecond', 500),
    metric('Source__a.numRecordsIn', 7000),
    metric('Source__a.KafkaSourceReader.pendingRecords', 20_000),
  ],
}

const answers: FlinkAnswers = {
  runningSince: now - 60 * minute,
  vertices: [source],
  jobManager: { taskSlotsTotal: 8, taskSlotsAvailable: 2 },
  taskManager: ['Heap.Max', 'Heap.Used', 'Metaspace.Used'].map(it => metric(`Status.JVM.Memory.${it}`, 100)),
}

interface Case {
  readonly answers?: Partial<FlinkAnswers>
  readonly vertex?: Partial<VertexAnswer>
  readonly window?: readonly MetricsSample[]
  readonly profile?: Profile
}

const collected = (it: Case): E.Either<NoSample, Collected> => {
  const profile = it.profile ?? 'main'
  return collect({
    answers: { ...answers, vertices: [{ ...source, ...it.vertex }], ...it.answers },
    window: it.window ?? [],
    configuration: autoscalerConfiguration({}, profile).configuration,
    profile,
    now,
  })
}

const sampleOf = (got: E.Either<NoSample, Collected>) => (E.isRight(got) ? got.right.window.at(-1)?.vertices[id] : undefined)
const before = (minutes: number): MetricsSample => ({ at: now - minutes * minute, vertices: {}, global: {} })

describe('one sample, and the window (autoscaler.md, section 3)', () => {
  test("example 17: a source that can't keep up shows what it can process", () => {
    expect(sampleOf(collected({}))).toMatchObject({ LAG: 20_000, LOAD: 0.5, NUM_RECORDS_IN: 7000, OBSERVED_TPR: 625 })
  })

  test('A-15 two sources chained into one vertex: the records of both count', () => {
    const metrics = [...source.metrics, metric('Source__b.numRecordsIn', 3000), metric('Source__b.numRecordsInPerSecond', 100)]
    expect(sampleOf(collected({ vertex: { metrics } }))).toMatchObject({ NUM_RECORDS_IN: 10_000, OBSERVED_TPR: 750 })
  })

  test('A-19 counters that Flink marks incomplete are no sample', () => {
    expect(collected({ vertex: { isComplete: false } })).toMatchObject(E.left({ tag: 'NotReady' }))
    expect(E.isRight(collected({ vertex: { isComplete: false }, profile: '1.15.0' }))).toBe(true)
  })

  test.each<readonly [string, Case, string]>([
    ['no plan', { answers: { vertices: [] } }, 'NotReady'],
    ['a required metric is missing', { vertex: { metrics: [] } }, 'Failed'],
    ['no TaskManager metrics', { answers: { taskManager: [] } }, 'Failed'],
    ['no time of RUNNING', { answers: { runningSince: null } }, 'Failed'],
  ])('%s', (_title, it, tag) => {
    expect(collected(it)).toMatchObject(E.left({ tag }))
  })

  test('several required metrics are missing: the first in order is named', () => {
    expect(collected({ vertex: { metrics: [] } })).toEqual(
      E.left({ tag: 'Failed', message: `Could not find required metric BUSY_TIME_PER_SEC for ${id}` }),
    )
  })

  test('a required metric that is missing while the job stabilizes passes by itself', () => {
    expect(collect({
      answers: { ...answers, runningSince: now - minute, vertices: [{ ...source, metrics: [] }] },
      window: [],
      configuration: autoscalerConfiguration({}, 'main').configuration,
      profile: 'main',
      now,
    })).toMatchObject(E.left({ tag: 'NotReady' }))
  })

  test.each<readonly [string, readonly MetricsSample[], boolean, number]>([
    ['the first sample', [], false, 1],
    ['a sample short of the window', [before(14)], false, 2],
    ['a full window', [before(15), before(7)], true, 3],
    ['older samples go', [before(20), before(15), before(7)], true, 3],
    ['samples from before the restart go', [before(61), before(30)], false, 1],
  ])('%s', (_title, window, isFull, length) => {
    const got = collected({ window })
    expect(E.isRight(got) && got.right.isFull).toBe(isFull)
    expect(E.isRight(got) && got.right.window.length).toBe(length)
  })

  test('a vertex whose busy time is no number is not scaled in this cycle', () => {
    const metrics = [metric('busyTimeMsPerSecond', NaN), ...source.metrics.slice(1)]
    const got = collected({ vertex: { metrics } })
    expect(E.isRight(got) && got.right.excluded).toEqual([id])
  })

  test.each<readonly [readonly string[], number | null]>([
    [[], null],
    [
      [
        '0.Source__k.KafkaSourceReader.topic.t.partition.0.currentOffset',
        '1.Source__k.KafkaSourceReader.topic.t.partition.0.currentOffset',
      ],
      1,
    ],
    [['a.KafkaSourceReader.topic.t.partition.0.currentOffset', 'a.kafkaCluster.c.KafkaSourceReader.topic.t.partition.0.currentOffset'], 2],
    [['KafkaSourceReader.topic.t.partition.0.currentOffset', 'a.KafkaSourceReader.topic.t.partition.x.currentOffset'], null],
    [['a.PulsarConsumer.t-partition-0.x.numMsgsReceived', 'a.PulsarConsumer.t-partition-1.y.numMsgsReceived'], 2],
  ])('partitions of %j: %s', (names, count) => {
    expect(sourcePartitions(names)).toBe(count)
  })

  test('numbers that are none never throw', () => {
    const number = fc.oneof(fc.double(), fc.constantFrom(NaN, Infinity, -Infinity, 0, -1))
    const aggregate = fc.option(number)
    const names = fc.constantFrom(...source.metrics.map(it => it.id), 'numRecordsInPerSecond', 'x')
    const metrics = fc.array(fc.record({ id: names, min: aggregate, max: aggregate, avg: aggregate, sum: aggregate }))
    const vertex = fc.record({ metrics, readRecords: number, writeRecords: number, accumulatedBusyTime: number, isFinished: fc.boolean() })
    fc.assert(fc.property(vertex, fc.option(number), fc.constantFrom<Profile>('main', '1.15.0'), (it, runningSince, profile) => {
      const got = collected({ vertex: it, answers: {}, profile })
      expect(['Left', 'Right']).toContain(got._tag)
      expect(['Left', 'Right']).toContain(collected({ answers: { runningSince }, profile })._tag)
    }))
  })
})
