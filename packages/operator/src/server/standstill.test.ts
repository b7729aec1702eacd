import { describe, expect, test } from 'vitest'
import { manualClock } from '../manual-clock.ts'
import { createQueue, type QueueProgress } from '../queue.ts'
import { type Moving, standstill } from './standstill.ts'

const moving = (more: Partial<Moving> = {}): Moving => ({ watches: [], queues: [], longestRound: 100_000, ...more })
const watch = (unheardSeconds: number | null, isSynced = true) => ({ watch: 'pods', staleSeconds: 0, isSynced, unheardSeconds })
const queue = (progress: Partial<QueueProgress>): Moving['queues'] => [['FlinkDeployment', { longest: null, overdue: 0, ...progress }]]

describe('B98 /healthz fails when watches or rounds stand still', () => {
  test.each([
    ['nothing is there', moving(), null],
    ['a bookmark a minute ago', moving({ watches: [watch(60)] }), null],
    ['no bookmark for more than five minutes', moving({ watches: [watch(60), watch(301)] }), /watch pods heard nothing for 301 s/],
    ['a watch that never had its list', moving({ watches: [watch(null, false)] }), null],
    ['a round within its time', moving({ queues: queue({ longest: { key: 'a/b', time: 100_000 } }) }), null],
    [
      'a round beyond its time',
      moving({ queues: queue({ longest: { key: 'a/b', time: 100_001 } }) }),
      /a round of FlinkDeployment a\/b takes 100 s/,
    ],
    ['one due, and nobody begins', moving({ queues: queue({ overdue: 60_001 }) }), /due for 60 s, and no round begins/],
  ])('%s', (_title, it, words) => (words === null ? expect(standstill(it)).toBeNull() : expect(standstill(it)).toMatch(words)))

  test('a queue tells what is longest under way, and nothing of what waits for a worker', async () => {
    const clock = manualClock()
    const open = Promise.withResolvers<{ readonly _tag: 'Idle' }>()
    const it = createQueue({
      clock,
      concurrency: 1,
      backOff: { initial: 1, multiplier: 1, max: 1 },
      random: () => 0,
      work: () => open.promise,
      onRejected: () => undefined,
    })
    it.wake('a/first')
    it.wake('a/second')
    await clock.advance(90_000)
    expect(it.progress()).toEqual({ longest: { key: 'a/first', time: 90_000 }, overdue: 0 })
    open.resolve({ _tag: 'Idle' })
    await clock.advance(1)
    expect(it.progress()).toEqual({ longest: null, overdue: 0 })
  })
})
