import { expect, test } from 'vitest'
import { electionProblem } from './election-times.ts'

test.each([
  [{ leaseDuration: 10, renewDeadline: 10, retryPeriod: 2 }, 'lease-duration'],
  [{ leaseDuration: 15, renewDeadline: 2, retryPeriod: 2 }, 'renew-deadline'],
  [{ leaseDuration: 15, renewDeadline: 10, retryPeriod: 0 }, 'retry-period'],
  [{ leaseDuration: 15, renewDeadline: 10, retryPeriod: 2 }, null],
])('F20 times %j', (times, problem) => {
  const found = electionProblem(times)
  expect(problem === null ? found : found?.includes(problem)).toBe(problem === null ? null : true)
})
