import { describe, expect, test } from 'vitest'
import { autoscalerConfiguration } from './autoscaler-configuration.ts'
import type { MetricsSample } from './autoscaler-state.ts'
import { evaluatedMetric, type MetricValues } from './evaluated-metrics.ts'
import { dataRates, isBacklogShrinking, isProcessingBacklog, targetDataRate } from './target-data-rate.ts'
import { jobTopology, type JobVertex } from './topology.ts'

const [a, b, join, tail] = ['a', 'b', 'c', 'd'].map(it => it.repeat(32)) as [string, string, string, string]
const { configuration } = autoscalerConfiguration({}, 'main')

const vertex = (id: string, ...inputs: readonly string[]): JobVertex => ({
  id,
  parallelism: 1,
  maxParallelism: 128,
  sourcePartitions: null,
  slotSharingGroup: null,
  isFinished: false,
  inputs: inputs.map(it => ({ id: it, shipStrategy: 'HASH' })),
})
const joined = [vertex(a), vertex(b), vertex(join, a, b)]

/** Values per second of each vertex; a metric that is left out is unknown. Lag: at the beginning, and at the end. */
const windowOf = (
  rates: Readonly<Record<string, readonly [received: number | null, sent: number | null, lag?: readonly [number, number]]>>,
): readonly MetricsSample[] =>
  [0, 1].map(second => ({
    at: second * 1_000,
    vertices: Object.fromEntries(
      Object.entries(rates).map(([id, [received, sent, lag]]): readonly [string, MetricValues] => [id, {
        ...(received === null ? {} : { NUM_RECORDS_IN: received * second }),
        ...(sent === null ? {} : { NUM_RECORDS_OUT: sent * second }),
        ...(lag === undefined ? {} : { LAG: lag[second] ?? NaN }),
      }]),
    ),
    global: {},
  }))

/** The target of a vertex whose sources have a target of 100 each, and catch up 10. */
const targetOf = (id: string, vertices: readonly JobVertex[], rates: Parameters<typeof windowOf>[0]): readonly (number | undefined)[] => {
  const window = windowOf(rates)
  const source = { TARGET_DATA_RATE: evaluatedMetric(NaN, 100), CATCH_UP_DATA_RATE: evaluatedMetric(10, NaN) }
  const { TARGET_DATA_RATE, CATCH_UP_DATA_RATE } = targetDataRate(vertices.find(it => it.id === id) ?? vertex(id), {
    rates: dataRates(jobTopology(vertices), window),
    window,
    evaluated: new Map([[a, source], [b, source]]),
    configuration,
  })
  return [TARGET_DATA_RATE?.average, CATCH_UP_DATA_RATE?.current]
}

describe('rates from vertex to vertex (autoscaler.md, section 4.2)', () => {
  test.each<readonly [string, readonly JobVertex[], Parameters<typeof windowOf>[0], number, number]>([
    ['the only input counts by what is received', [vertex(a), vertex(join, a)], { [a]: [10, 40], [join]: [20, 0] }, 200, 20],
    ['of an only input nothing is known', [vertex(a), vertex(join, a)], { [a]: [10, 40], [join]: [null, 0] }, 0, 0],
    ['an input that gets nothing brings nothing', [vertex(a), vertex(join, a)], { [a]: [0, 40], [join]: [20, 0] }, 0, 0],
    ['one input does not tell what it sends: it is the rest', joined, { [a]: [10, null], [b]: [10, 10], [join]: [25, 0] }, 250, 25],
    [
      'one input sends elsewhere, too: it is the rest',
      [...joined, vertex(tail, a)],
      { [a]: [10, 40], [b]: [10, 10], [join]: [25, 0], [tail]: [15, 0] },
      250,
      25,
    ],
    ['both do not tell: nothing is known', joined, { [a]: [10, null], [b]: [10, null], [join]: [25, 0] }, 0, 0],
  ])('%s', (_title, vertices, rates, target, catchUp) => {
    expect(targetOf(join, vertices, rates)).toEqual([target, catchUp])
  })

  test('a backlog is that of sources: longer than the threshold, or smaller at the end than at the start', () => {
    const topology = jobTopology(joined)
    const seen = (lagOfSource: readonly [number, number], lagOfJoin: readonly [number, number]) => {
      const window = windowOf({ [a]: [10, 10, lagOfSource], [b]: [10, 10], [join]: [1, 0, lagOfJoin] })
      const rates = dataRates(topology, window)
      return [isProcessingBacklog(topology, rates, { window, configuration }), isBacklogShrinking(topology, rates)]
    }
    expect(seen([9_000, 8_000], [0, 9_000])).toEqual([true, true])
    expect(seen([0, 0], [9_000, 8_000])).toEqual([false, false])
    expect(seen([0, 1], [0, 0])).toEqual([false, false])
  })
})
