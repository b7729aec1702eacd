import { expect, test } from 'vitest'
import { createBusyLoop } from './busy-loop.ts'

test('the loop is busy where it was idle for less than a tenth of the last stretch of time', () => {
  let times = { active: 0, idle: 0 }
  const isBusy = createBusyLoop(() => times)
  expect(isBusy()).toBe(false)
  times = { active: 95, idle: 5 }
  expect(isBusy()).toBe(true)
  times = { active: 100, idle: 95 }
  expect(isBusy()).toBe(false)
})

test('what was seen holds until enough time has passed to tell anew', () => {
  let times = { active: 0, idle: 0 }
  const isBusy = createBusyLoop(() => times)
  times = { active: 60, idle: 0 }
  expect(isBusy()).toBe(true)
  times = { active: 60, idle: 49 }
  expect(isBusy()).toBe(true)
  times = { active: 60, idle: 51 }
  expect(isBusy()).toBe(false)
})
