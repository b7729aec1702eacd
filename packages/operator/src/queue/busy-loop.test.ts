import { expect, test } from 'vitest'
import { createBusyLoop } from './busy-loop.ts'

test('the loop is busy where it was idle for less than a tenth of the last stretch of time', () => {
  let times = { active: 0, idle: 0 }
  const load = createBusyLoop(() => times)
  expect(load().isBusy).toBe(false)
  times = { active: 95, idle: 5 }
  expect(load().isBusy).toBe(true)
  times = { active: 100, idle: 95 }
  expect(load().isBusy).toBe(false)
})

test('what was seen holds until enough time has passed to tell anew', () => {
  let times = { active: 0, idle: 0 }
  const load = createBusyLoop(() => times)
  times = { active: 60, idle: 0 }
  expect(load().isBusy).toBe(true)
  times = { active: 60, idle: 49 }
  expect(load().isBusy).toBe(true)
  times = { active: 60, idle: 51 }
  expect(load().isBusy).toBe(false)
})

test('a stretch of time that was measured counts once', () => {
  let times = { active: 0, idle: 0 }
  const load = createBusyLoop(() => times)
  times = { active: 10, idle: 30 }
  expect(load().stretches).toBe(0)
  times = { active: 10, idle: 40 }
  expect([load().stretches, load().stretches]).toEqual([1, 1])
})
