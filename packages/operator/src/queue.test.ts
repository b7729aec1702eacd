import { describe, expect, test } from 'vitest'
import { manualClock, type ManualClock } from './manual-clock.ts'
import { createFairShare } from './queue/fair-share.ts'
import { rateLimitOf } from './queue/rate-limit.ts'
import { type Attempt, createQueue, type Queue, type QueueOptions } from './queue.ts'
import type { Verdict } from './queue/verdict.ts'

interface Bench {
  readonly clock: ManualClock
  readonly queue: Queue
  readonly started: { readonly key: string; readonly at: number; readonly failures: number; readonly waited: number }[]
  readonly inFlight: () => number
  readonly most: () => number
}

/** A queue whose work takes `took` and answers what `answer` says. */
const bench = (
  { clock = manualClock(1_000), ...overrides }: Omit<Partial<QueueOptions>, 'clock'> & {
    readonly clock?: ManualClock
    readonly took?: number
    readonly answer?: (attempt: Attempt) => Verdict
  },
): Bench => {
  const started: { key: string; at: number; failures: number; waited: number }[] = []
  let inFlight = 0
  let most = 0
  const queue = createQueue({
    clock,
    concurrency: 2,
    backOff: { initial: 5_000, multiplier: 2, max: 60_000 },
    random: () => 0,
    onRejected: () => undefined,
    work: attempt => {
      started.push({ key: attempt.key, at: clock.now(), failures: attempt.failures, waited: attempt.waited })
      inFlight++
      most = Math.max(most, inFlight)
      return new Promise(resolve => {
        clock.after(overrides.took ?? 10, () => {
          inFlight--
          resolve(overrides.answer?.(attempt) ?? { _tag: 'Idle' })
        })
      })
    },
    ...overrides,
  })
  return { clock, queue, started, inFlight: () => inFlight, most: () => most }
}

describe('queue', () => {
  describe('rate limit', () => {
    const rateLimit = { limit: 2, period: 15_000 }
    const storm = async (answer: (attempt: Attempt) => Verdict, limit: Pick<QueueOptions, 'rateLimit'> | object = { rateLimit }) => {
      const { clock, queue, started } = bench({ answer, ...limit })
      for (let n = 0; n < 100; n++) {
        queue.wake('a/x')
        await clock.advance(100)
      }
      return started.length
    }

    test('a resource at rest that is woken again and again begins so many pieces of work a period, and none of its wakes is lost', async () => {
      const atRest: Verdict = { _tag: 'Again', after: 60_000, isAtRest: true }
      const { clock, queue, started } = bench({ rateLimit, answer: () => atRest })
      for (let n = 0; n < 20; n++) {
        queue.wake('a/x')
        await clock.advance(100)
      }
      // the first one was not known to be at rest
      expect(started.length).toBe(3)
      await clock.advance(15_000)
      expect(started.length).toBe(4)
      await clock.advance(15_000)
      expect(started.length).toBe(4)
    })

    test('one with something under way is never held up: a job that is stopped to be started again would stay down for longer (L7)', async () => {
      expect(await storm(() => ({ _tag: 'Again', after: 1_000, isAtRest: false }))).toBeGreaterThanOrEqual(100)
      expect(await storm(() => ({ _tag: 'Conflict' }))).toBeGreaterThanOrEqual(100)
    })

    test('what it asks for itself is not held up, and 0 is no limit', async () => {
      const { clock, started, queue } = bench({ rateLimit, answer: () => ({ _tag: 'Again', after: 500, isAtRest: true }) })
      queue.wake('a/x')
      await clock.advance(10_000)
      expect(started.length).toBeGreaterThan(15)
      expect(rateLimitOf(0, 15_000)).toBeNull()
    })
  })

  test('D-16 after retry.max.attempts failures in a row it goes on, at the reconcile interval at most; -1 is no limit', async () => {
    const gaps = async (attempts: number): Promise<readonly number[]> => {
      const { clock, queue, started } = bench({
        backOff: { initial: 100, multiplier: 1, max: 100 },
        retryLimit: { attempts, interval: () => 60_000 },
        answer: () => ({ _tag: 'Failed', after: null }),
      })
      queue.wake('a/x')
      await clock.advance(200_000)
      return started.slice(1).map(({ at }, n) => at - (started[n]?.at ?? 0)).slice(0, 4)
    }
    expect(await gaps(2)).toEqual([110, 110, 60_010, 60_010])
    expect(await gaps(-1)).toEqual([110, 110, 110, 110])
  })

  test('A10 keys are given to another process: what waits is dropped, what runs is waited for, and the others go on', async () => {
    const dropped: string[] = []
    const { clock, queue, started } = bench({
      took: 1_000,
      answer: () => ({ _tag: 'Again', after: 500 }),
      onDropped: key => dropped.push(key),
    })
    for (const key of ['a/running', 'b/stays', 'a/waiting']) queue.wake(key)
    await clock.advance(100)
    let over = false
    void queue.release(key => key.startsWith('a/')).then(() => {
      over = true
    })
    await clock.advance(500)
    expect([over, dropped]).toEqual([false, ['a/waiting']])
    await clock.advance(500)
    expect([over, dropped, queue.depth().known]).toEqual([true, ['a/waiting', 'a/running'], 1])
    await clock.advance(10_000)
    expect(new Set(started.slice(2).map(({ key }) => key))).toEqual(new Set(['b/stays']))
  })

  test('one resource is never worked on twice at a time; a wake during work brings exactly one more round', async () => {
    const { clock, queue, started, most } = bench({ concurrency: 10 })
    queue.wake('a/1')
    for (let i = 0; i < 50; i++) queue.wake('a/1')
    await clock.advance(1_000)
    expect(started.map(({ at }) => at)).toEqual([1_000, 1_010])
    expect(most()).toBe(1)
  })

  test.each([1, 2, 7])('B96 with a limit of %i as many run and never more', async limit => {
    const { clock, queue, started, most } = bench({ concurrency: limit })
    for (let i = 0; i < 10 * limit; i++) queue.wake(`a/${i}`)
    await clock.advance(10_000)
    expect(most()).toBe(limit)
    expect(started).toHaveLength(10 * limit)
  })

  test('parallelism -1: no limit', async () => {
    const { clock, queue, most } = bench({ concurrency: -1 })
    for (let i = 0; i < 100; i++) queue.wake(`a/${i}`)
    await clock.advance(100)
    expect(most()).toBe(100)
  })

  test('earliest due first, and the time that it waited for a worker is told (B99)', async () => {
    const { clock, queue, started } = bench({ concurrency: 1, took: 100 })
    for (const key of ['a/1', 'a/2', 'a/3']) queue.wake(key)
    await clock.advance(1_000)
    expect(started.map(({ key, waited }) => [key, waited])).toEqual([['a/1', 0], ['a/2', 100], ['a/3', 200]])
  })

  test('asks again after as long as the decision said; an event cuts the wait short', async () => {
    const { clock, queue, started } = bench({ took: 0, answer: () => ({ _tag: 'Again', after: 60_000 }) })
    queue.wake('a/1')
    await clock.advance(60_000)
    expect(started.map(({ at }) => at)).toEqual([1_000, 61_000])
    await clock.advance(1_000)
    queue.wake('a/1')
    await clock.advance(59_999)
    expect(started.map(({ at }) => at)).toEqual([1_000, 61_000, 62_000])
  })

  test('L7 no limit of rounds a second holds up the next step of a suspend or restore', async () => {
    const { clock, queue, started } = bench({ took: 10, answer: () => ({ _tag: 'Again', after: 0 }) })
    queue.wake('a/1')
    await clock.advance(1_000)
    expect(started.length).toBeGreaterThanOrEqual(90)
  })

  test('B48 D-16 E-46 failures wait longer up to the cap, and it never stops', async () => {
    const { clock, queue, started } = bench({ took: 0, answer: () => ({ _tag: 'Failed', after: null }) })
    queue.wake('a/1')
    await clock.advance(3_600_000)
    const waits = started.slice(1).map(({ at }, i) => at - started[i]!.at)
    expect(waits.slice(0, 6)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
    expect(new Set(waits.slice(5))).toEqual(new Set([60_000]))
    expect(started.at(-1)!.failures).toBe(started.length - 1)
  })

  test('P17 a failure that asks to be tried again at once does not run hot', async () => {
    const { clock, queue, started } = bench({ took: 0, answer: () => ({ _tag: 'Failed', after: 0 }) })
    queue.wake('a/1')
    await clock.advance(600_000)
    expect(started.length).toBeGreaterThan(10)
    expect(started.length).toBeLessThan(40)
  })

  test('an event during the back-off starts a round at once, and failures are still counted', async () => {
    const { clock, queue, started } = bench({ took: 0, answer: () => ({ _tag: 'Failed', after: null }) })
    queue.wake('a/1')
    await clock.advance(100)
    queue.wake('a/1')
    await clock.advance(0)
    expect(started.map(({ at, failures }) => [at, failures])).toEqual([[1_000, 0], [1_100, 1]])
  })

  test('a success ends the count of failures', async () => {
    const answers: Verdict[] = [{ _tag: 'Failed', after: null }, { _tag: 'Again', after: 1_000 }, { _tag: 'Idle' }]
    const { clock, queue, started } = bench({ took: 0, answer: () => answers.shift()! })
    queue.wake('a/1')
    await clock.advance(100_000)
    expect(started.map(({ failures }) => failures)).toEqual([0, 1, 0])
  })

  test('conflicts start anew at once, and slow down when there is no end of them', async () => {
    const { clock, queue, started } = bench({ took: 0, answer: () => ({ _tag: 'Conflict' }) })
    queue.wake('a/1')
    await clock.advance(0)
    expect(started).toHaveLength(4)
    await clock.advance(60_000)
    expect(started.length).toBeLessThan(20)
  })

  test('work that rejects counts as a failure and is told', async () => {
    const reported: unknown[] = []
    const { clock, queue } = bench({
      work: () => Promise.reject(new Error('bug')),
      onRejected: (key, error) => reported.push([key, String(error)]),
    })
    queue.wake('a/1')
    await clock.advance(4_999)
    expect(reported).toEqual([['a/1', 'Error: bug']])
    await clock.advance(1)
    expect(reported).toHaveLength(2)
  })

  test('P24 nothing is left of resources that are gone, whether they wait, run, or say so themselves', async () => {
    const { clock, queue } = bench({
      concurrency: 50,
      answer: ({ key }) => (key.startsWith('gone') ? { _tag: 'Gone' } : { _tag: 'Again', after: 1_000 }),
    })
    for (let i = 0; i < 1_000; i++) queue.wake(`a/${i}`)
    for (let i = 0; i < 100; i++) queue.wake(`gone/${i}`)
    for (let i = 0; i < 500; i++) queue.forget(`a/${i}`)
    await clock.advance(300)
    for (let i = 500; i < 1_000; i++) queue.forget(`a/${i}`)
    await clock.advance(5_000)
    expect(queue.depth()).toEqual({ known: 0, due: 0, running: 0 })
    expect(clock.pending()).toBe(0)
  })

  test('S11: four hundred keys of one namespace do not stand before the key of another one', async () => {
    const { clock, queue, started } = bench({ concurrency: 4, took: 100 })
    for (let n = 0; n < 400; n += 1) queue.wake(`noisy/${n}`)
    await clock.advance(1_050)
    queue.wake('victim/x')
    const before = started.length
    await clock.advance(200)
    expect(started.slice(before).findIndex(({ key }) => key === 'victim/x')).toBeLessThanOrEqual(1)
    expect(started.find(({ key }) => key === 'victim/x')?.waited).toBeLessThanOrEqual(100)
  })

  describe('S11: queues that share a process', () => {
    /** Two queues, as of two kinds; `load`: what the process has to spare. */
    const sharing = (
      load: { isBusy: boolean; stretches: number },
      options: Omit<Partial<QueueOptions>, 'clock'> & { readonly took?: number } = {},
    ) => {
      const clock = manualClock(1_000)
      const share = createFairShare(() => load, clock)
      const most = { ofAll: 0, all: 0 }
      const of = () =>
        bench({
          concurrency: 50,
          clock,
          share: {
            ...share,
            began: group => (share.began(group), most.all += 1, most.ofAll = Math.max(most.ofAll, most.all)),
            ended: group => (most.all -= 1, share.ended(group)),
          },
          ...options,
        })
      const [first, second] = [of(), of()].map(it => ({ ...it, clock }))
      if (first === undefined || second === undefined) throw new Error('two queues')
      return { first, second, clock, share, most }
    }

    test('without time to spare four pieces of work are under way, of both together', async () => {
      const { first, second, clock, most } = sharing({ isBusy: true, stretches: 1 }, { took: 100 })
      for (let n = 0; n < 100; n += 1) [first, second].map(({ queue }) => queue.wake(`a/${n}`))
      await clock.advance(1_000)
      expect(most.ofAll).toBe(4)
      expect(Math.abs(first.started.length - second.started.length)).toBeLessThanOrEqual(4)
      expect(first.queue.progress().overdue).toBe(0)
    })

    test('hundreds that are due at once begin as it is seen that there is time for them', async () => {
      const load = { isBusy: false, stretches: 1 }
      const { first, clock } = sharing(load, { took: 10_000 })
      for (let n = 0; n < 200; n += 1) first.queue.wake(`a/${n}`)
      await clock.advance(10)
      expect(first.inFlight()).toBe(4)
      for (let n = 0; n < 20; n += 1) {
        load.stretches += 1
        await clock.advance(50)
      }
      expect(first.inFlight()).toBe(50)
    })

    test('a smaller limit holds, too', async () => {
      const { first, clock } = sharing({ isBusy: true, stretches: 1 }, { concurrency: 2, took: 100 })
      for (let n = 0; n < 20; n += 1) first.queue.wake(`a/${n}`)
      await clock.advance(5_000)
      expect([first.most(), first.queue.depth().due]).toEqual([2, 0])
    })

    test('the round of a namespace that had little work begins at once, and no other one beside it but what runs already', async () => {
      const { first, second, clock } = sharing({ isBusy: true, stretches: 1 }, { took: 100 })
      for (let n = 0; n < 400; n += 1) first.queue.wake(`noisy/${n}`)
      await clock.advance(2_050)
      second.queue.wake('victim/x')
      const before = first.started.length
      await clock.advance(95)
      expect(second.started.map(({ key, waited }) => [key, waited])).toEqual([['victim/x', 0]])
      // those that ended meanwhile were not replaced
      expect(first.started.length).toBe(before)
      await clock.advance(60)
      expect(first.started.length).toBe(before + 4)
    })

    test('who had much work goes on after a second all the same', async () => {
      const { first, second, clock } = sharing({ isBusy: true, stretches: 1 }, { took: 100 })
      for (let n = 0; n < 40; n += 1) first.queue.wake(`noisy/${n}`)
      await clock.advance(450)
      const before = first.started.length
      for (let n = 0; n < 60; n += 1) {
        second.queue.wake(`victim/${n}`)
        await clock.advance(50)
      }
      expect(first.started.length).toBeGreaterThanOrEqual(before + 2)
    })

    test('P24 nothing is kept of namespaces without work', async () => {
      const { first, clock, share } = sharing({ isBusy: true, stretches: 1 }, { took: 100 })
      for (let n = 0; n < 50; n += 1) first.queue.wake(`${n}/x`)
      await clock.advance(10_000)
      await clock.advance(100_000)
      first.queue.wake('last/x')
      await clock.advance(1_000)
      expect(share.groups()).toBeLessThanOrEqual(1)
      expect(first.started).toHaveLength(51)
    })
  })

  test('a resource that is made anew while the last round of the old one runs gets its own round', async () => {
    const { clock, queue, started } = bench({})
    queue.wake('a/1')
    queue.forget('a/1')
    queue.wake('a/1')
    await clock.advance(1_000)
    expect(started).toHaveLength(2)
    expect(queue.depth().known).toBe(1)
  })

  test('draining lets the work under way end and starts no more', async () => {
    const { clock, queue, started, inFlight } = bench({ concurrency: 2, took: 100 })
    for (let i = 0; i < 5; i++) queue.wake(`a/${i}`)
    let drained = false
    void queue.drain().then(() => {
      drained = true
    })
    await clock.advance(50)
    expect([drained, inFlight()]).toEqual([false, 2])
    await clock.advance(1_000)
    expect([drained, started.length]).toEqual([true, 2])
  })
})
