import { describe, expect, test } from 'vitest'
import { type ManualClock, manualClock } from '../manual-clock.ts'
import { keepOperator } from './keep-operator.ts'

interface Fake {
  readonly end: (code: number | null) => void
  stops: number
}

const keeping = (clock: ManualClock = manualClock()) => {
  const started: Fake[] = []
  const lines: string[] = []
  const kept = keepOperator({
    clock,
    print: line => lines.push(line),
    start: () => {
      const { promise, resolve } = Promise.withResolvers<number | null>()
      const fake: Fake = { end: resolve, stops: 0 }
      started.push(fake)
      return {
        pid: 100 + started.length,
        ended: promise,
        stop: async () => {
          fake.stops++
          resolve(0)
          await promise
        },
      }
    },
  })
  /** The operator that runs ends; answers how long it takes until the next one is there. */
  const endedAndWaited = async (code: number | null = 1): Promise<number> => {
    const before = started.length
    started.at(-1)?.end(code)
    for (let seconds = 0; seconds <= 120; seconds++) {
      await clock.advance(seconds === 0 ? 0 : 1_000)
      if (started.length > before) return seconds
    }
    return Infinity
  }
  return { clock, started, lines, kept, endedAndWaited }
}

describe('N08: the operator of the sandbox', () => {
  test('is started again when it ends, and that is said', async () => {
    const { lines, endedAndWaited } = keeping()
    expect(await endedAndWaited(1)).toBe(1)
    await endedAndWaited(null)
    expect(lines).toEqual([
      'The operator runs (pid 101).',
      'The operator ended (exit code 1). It is started again in 1 s.',
      'The operator runs (pid 102).',
      'The operator ended (killed by a signal). It is started again in 2 s.',
      'The operator runs (pid 103).',
    ])
  })

  test('after growing pauses if it ends again and again, a minute at most; one that ran for long is started soon', async () => {
    const { clock, endedAndWaited } = keeping()
    const pauses: number[] = []
    for (let time = 0; time < 9; time++) pauses.push(await endedAndWaited())
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    await clock.advance(60_000)
    expect([await endedAndWaited(), await endedAndWaited()]).toEqual([1, 2])
  })

  test('is stopped at the end, and not started again', async () => {
    const { clock, started, lines, kept } = keeping()
    await kept.stop()
    await clock.advance(600_000)
    expect([started.length, started[0]?.stops, clock.pending(), lines.length]).toEqual([1, 1, 0, 1])
  })

  test('at the end while it waits for a new start: none follows', async () => {
    const { clock, started, kept } = keeping()
    started[0]?.end(1)
    await clock.advance(500)
    expect(clock.pending()).toBe(1)
    await kept.stop()
    await clock.advance(600_000)
    expect([started.length, started[0]?.stops, clock.pending()]).toEqual([1, 0, 0])
  })
})
