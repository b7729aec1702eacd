import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import { manualClock } from '../manual-clock.ts'
import type { JobPlace } from '../top/job-place.ts'
import { readLoads } from './read-loads.ts'

const setup = (kinds: readonly ('FlinkDeployment' | 'FlinkStateSnapshot')[]) => {
  const clock = manualClock(1_000_000)
  const askedAt = new Map<string, number>()
  const asked: string[] = []
  const rows = kinds.map((kind, index) => ({ kind, namespace: 'jobs', name: `job-${index}` }))
  const reader = readLoads({
    clock,
    resources: () => rows.map(row => ({ ...row, askedAt: askedAt.get(row.name) ?? null })),
    places: ({ name }) => [{ version: null, jobState: 'RUNNING', endpoint: {}, jobId: name, isOver: false } as unknown as JobPlace],
    ask: async (_endpoint, jobId) => {
      asked.push(jobId)
      return E.left('no answer')
    },
    onAsked: ({ name }, { at }) => void askedAt.set(name, at),
  })
  return { clock, asked, reader }
}

test('nobody looks: Flink is not asked; somebody does: four jobs a second, each once in a while', async () => {
  const { clock, asked, reader } = setup(Array.from({ length: 20 }, () => 'FlinkDeployment' as const))
  await clock.advance(60_000)
  expect(asked).toEqual([])
  reader.viewed()
  await clock.advance(2_000)
  expect(asked.length).toBeGreaterThan(6)
  expect(asked.length).toBeLessThanOrEqual(9)
  for (let second = 0; second < 10; second += 1) {
    reader.viewed()
    await clock.advance(1_000)
  }
  expect([asked.length, new Set(asked).size]).toEqual([20, 20])
})

test('the page is closed: no more is asked, and no timer is left', async () => {
  const { clock, asked, reader } = setup(Array.from({ length: 1_000 }, () => 'FlinkDeployment' as const))
  reader.viewed()
  await clock.advance(40_000)
  const before = asked.length
  await clock.advance(60_000)
  expect([asked.length, clock.pending()]).toEqual([before, 0])
})

test('a resource without a job is not asked for', async () => {
  const { clock, asked, reader } = setup(['FlinkStateSnapshot', 'FlinkDeployment'])
  reader.viewed()
  await clock.advance(5_000)
  expect(asked).toEqual(['job-1'])
  reader.stop()
  expect(clock.pending()).toBe(0)
})
