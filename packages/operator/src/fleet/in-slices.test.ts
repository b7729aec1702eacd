import { expect, test } from 'vitest'
import { inSlices } from './in-slices.ts'

/** Timers that a test fires; each step of the work takes one millisecond. */
const aMachine = (work: number) => {
  const timers: (() => void)[] = []
  const state = { time: 0, left: work }
  const clock = {
    now: () => state.time,
    after: (_delay: number, then: () => void) => {
      timers.push(then)
      return () => void timers.splice(timers.indexOf(then), 1)
    },
  }
  const step = (): boolean => {
    state.time += 1
    state.left -= 1
    return state.left > 0
  }
  return { clock, step, timers, state }
}

test('S12 a slice ends in time, whatever is left: the rounds go on between two of them', () => {
  const { clock, step, timers, state } = aMachine(100)
  const slices = inSlices(clock, step)
  slices.begin()
  slices.begin()
  expect([timers.length, state.left]).toEqual([1, 100])
  for (let count = 0; timers.length > 0; count += 1) {
    const before = state.time
    timers.shift()?.()
    expect(state.time - before).toBeLessThanOrEqual(4)
    if (count > 100) expect.fail('it does not end')
  }
  expect(state.left).toBe(0)
})

test('stopped: no timer is left, and none begins', () => {
  const { clock, step, timers } = aMachine(100)
  const slices = inSlices(clock, step)
  slices.begin()
  slices.stop()
  slices.begin()
  expect(timers).toEqual([])
})
