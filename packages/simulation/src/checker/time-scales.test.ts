import { describe, expect, test } from 'vitest'
import { givenDeadlines, scalesFor } from './time-scales.ts'

describe('how long the steps of time are', () => {
  test.each<readonly [string, readonly number[], readonly (readonly [number, number])[]]>([
    ['nothing to look at: as in all worlds', [], [[5_000, 16_000]]],
    ['short times: as in all worlds', [6_000, 16_000], [[5_000, 16_000]]],
    ['a longer one takes three steps, in worlds of its own', [121_000], [[5_000, 16_000], [40_000, 121_000]]],
    ['a shorter one that ends within its second step is looked at with it', [301_000, 121_000], [[5_000, 16_000], [100_000, 301_000]]],
    ['one that is over within its first step has a scale of its own', [3_601_000, 121_000], [[5_000, 16_000], [40_000, 121_000], [
      1_200_000,
      3_601_000,
    ]]],
    ['steps are multiples of the usual one', [61_000 + 10_000], [[5_000, 16_000], [25_000, 71_000]]],
  ])('%s', (_title, times, scales) => {
    expect(scalesFor(times).map(({ tick, reach }) => [tick, reach])).toEqual(scales)
  })
})

describe('deadlines that are given', () => {
  const given = {
    'kubernetes.operator.resource.cleanup.timeout': '2 min',
    'kubernetes.operator.reconciler.flink.cancel.job.timeout': '15 s',
    'execution.checkpointing.timeout': 'soon',
    other: '1 s',
  }

  test.each<readonly [string, number, Readonly<Record<string, string>>]>([
    ['of the usual reach: the short ones, by their first spelling', 16_000, { 'kubernetes.operator.flink.client.cancel.timeout': '15 s' }],
    ['of a longer reach: those that it sees the end of', 121_000, {
      'kubernetes.operator.flink.client.cancel.timeout': '15 s',
      'kubernetes.operator.resource.cleanup.timeout': '2 min',
    }],
  ])('%s', (_title, reach, kept) => {
    expect(givenDeadlines(given, reach)).toEqual(kept)
  })
})
