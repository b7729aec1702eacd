import { describe, expect, test } from 'vitest'
import { jumpAware } from './clock.ts'
import { createQueue } from './queue.ts'

const day = 86_400_000

/** A machine whose wall clock may be set. */
const machine = () => {
  const state = { steady: 5_000, offset: 1_700_000_000_000 }
  return {
    state,
    wall: () => state.offset + state.steady,
    steady: () => state.steady,
    pass: (millis: number) => {
      state.steady += millis
    },
    set: (by: number) => {
      state.offset += by
    },
  }
}

describe('F15: a wall clock that is set while the process goes on', () => {
  test.each([['ahead', day], ['back', -day], ['by seconds', 5_000]])('%s: its moments count from then on', (_title, by) => {
    const it = machine()
    const clock = jumpAware(it.wall, it.steady)
    const began = clock.steadySince()
    it.pass(60_000)
    expect(clock.steadySince()).toBe(began)
    it.set(by)
    it.pass(1_000)
    expect(clock.now()).toBe(it.wall())
    const jumped = clock.steadySince()
    expect(jumped).toBe(it.wall())
    it.pass(3_600_000)
    expect(clock.steadySince()).toBe(jumped)
  })

  test('a slewed clock does not jump', () => {
    const it = machine()
    const clock = jumpAware(it.wall, it.steady)
    const began = clock.steadySince()
    for (let i = 0; i < 100; i += 1) {
      it.pass(1_000)
      it.set(50)
      clock.now()
    }
    expect(clock.steadySince()).toBe(began)
  })

  test('set back by a day: what the queue waits for comes when it would have come', async () => {
    const it = machine()
    const timers: { at: number; then: () => void }[] = []
    const worked: number[] = []
    const queue = createQueue({
      clock: {
        ...jumpAware(it.wall, it.steady),
        after: (delay, then) => {
          timers.push({ at: it.state.steady + delay, then })
          return () => undefined
        },
      },
      concurrency: 1,
      backOff: { initial: 1, multiplier: 2, max: 10 },
      random: () => 0,
      onRejected: () => undefined,
      work: () => {
        worked.push(it.state.steady)
        return Promise.resolve({ _tag: 'Again', after: 60_000 })
      },
    })
    queue.wake('a')
    await new Promise(resolve => {
      setImmediate(resolve)
    })
    it.set(-day)
    it.pass(60_000)
    for (const timer of timers.splice(0)) if (timer.at <= it.state.steady) timer.then()
    expect(worked).toEqual([5_000, 65_000])
  })
})
