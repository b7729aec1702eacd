import { describe, expect, test } from 'vitest'
import type { HostileCase } from '../../fuzz/hostile/hostile-case.ts'
import { fuzzHostile } from '../../fuzz/hostile/hostile-run.ts'

const planted = (problem: HostileCase['problem']) => (_seed: number, index: number): HostileCase => ({
  name: `case ${index}`,
  sent: '[',
  problem: index < 2 ? () => Promise.resolve(null) : problem,
})

describe('S01 S02 S04 what strangers send (npm run fuzz -- --hostile)', () => {
  test('specs, answers of Flink and reviews: nothing throws, quotes what it found, or takes long', async () => {
    const report = await fuzzHostile({ seed: 5, count: 48, limit: 60_000 })
    expect(report.failure).toBeNull()
    expect(report.count).toBe(48)
  }, 120_000)

  test.each<[title: string, problem: HostileCase['problem'], reported: string]>([
    ['a throw', () => Promise.reject(new Error('planted')), 'throws Error: planted'],
    ['what is wrong with an answer', () => Promise.resolve('planted'), 'planted'],
  ])('%s is found, with the number that repeats it', async (_title, problem, reported) => {
    const { failure, count } = await fuzzHostile({ seed: 5, count: 9, turns: [planted(problem)] })
    expect([failure?.index, failure?.problem, count]).toEqual([2, reported, 2])
    expect((await fuzzHostile({ seed: 5, from: 2, count: 1, turns: [planted(problem)] })).failure).toEqual(failure)
  })

  test('what takes long is found', async () => {
    const { failure } = await fuzzHostile({
      seed: 5,
      count: 3,
      limit: 20,
      turns: [planted(() => {
        const { user } = process.threadCpuUsage()
        while (process.threadCpuUsage().user - user < 60_000);
        return Promise.resolve(null)
      })],
    })
    expect(failure?.problem).toMatch(/^takes \d+ ms$/)
  })
})
