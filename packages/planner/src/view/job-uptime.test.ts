import { expect, test } from 'vitest'
import { jobUptime } from './job-uptime.ts'
import type { ReportedStep } from './reported-plan.ts'

const at = (seconds: number, ...clusters: readonly string[]): ReportedStep =>
  ({ at: 100_000 + seconds * 1_000, running: clusters.map(cluster => ({ cluster, jobId: 'a' })) }) as unknown as ReportedStep
const uptimeOf = (before: readonly string[], steps: readonly ReportedStep[], crash: Parameters<typeof jobUptime>[0]['crash'] = null) =>
  jobUptime({ begun: 100_000, running: at(0, ...before).running, steps, crash })

test('N18 an upgrade: a bar, the time without a job, a bar', () => {
  expect(uptimeOf(['app'], [at(1, 'app'), at(4), at(6), at(12, 'app'), at(14, 'app')])).toEqual({
    bars: [{ cluster: 'app', stretches: [{ from: 0, to: 4_000 }, { from: 12_000, to: 14_000 }] }],
    gap: 8_000,
    end: 14_000,
    text: 'The job runs, is down for about 8 s in this simulation, and runs again.',
  })
})

test('blue/green: two bars, and no time without a job', () => {
  const { bars, gap, text } = uptimeOf(['blue'], [at(5, 'blue', 'green'), at(9, 'green'), at(10, 'green')])
  expect(bars).toEqual([
    { cluster: 'blue', stretches: [{ from: 0, to: 9_000 }] },
    { cluster: 'green', stretches: [{ from: 5_000, to: 10_000 }] },
  ])
  expect([gap, text]).toEqual([0, 'A job runs all the time.'])
})

test.each([
  [[], [at(3, 'app'), at(4, 'app')], 'No job runs yet; a job is started.'],
  [['app'], [at(3), at(4)], 'The job runs, and is stopped.'],
  [[], [at(3)], 'No job runs.'],
])('%o %#', (before, steps, text) => expect(uptimeOf(before, steps).text).toBe(text))

test('after a crash: what the next operator does', () => {
  const crash = { boundary: 1, steps: [at(20), at(30, 'app')], outcome: '', end: { _tag: 'Quiet' }, isSame: true } as const
  expect(uptimeOf(['app'], [at(4), at(8, 'app')], crash as never).gap).toBe(26_000)
})
