import { Worker } from 'node:worker_threads'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, describe, expect, test } from 'vitest'
import type { ForeignText, NotRead, PoolLimits } from './foreign-text.ts'
import { poolLimits, type ReadingPool, readingPool } from './reading-pool.ts'
import { readingWorker } from './reading-worker.ts'

const code = `
  const { parentPort } = require('node:worker_threads')
  const eaten = []
  const held = []
  parentPort.on('message', ({ _tag, task, input, number, answer }) => {
    if (_tag === 'Answer') return parentPort.postMessage({ _tag: 'Result', result: [number, answer] })
    if (task === 'spin') for (;;) Math.random()
    if (task === 'eat') for (;;) eaten.push({ more: [eaten.length] })
    if (task === 'leave') process.exit(3)
    if (task === 'throw') throw new Error('a bug')
    if (task === 'fail') return parentPort.postMessage({ _tag: 'Failed', message: 'a bug' })
    if (task === 'ask') return parentPort.postMessage({ _tag: 'Question', number: 1, question: input })
    if (task === 'hold') return held.push(input)
    parentPort.postMessage({ _tag: 'Result', result: 2 * input })
  })
  parentPort.postMessage({ _tag: 'Ready' })`

const small: PoolLimits = { ...poolLimits, time: 60_000, heapMebibytes: 24 }

const pools: ReadingPool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.stop()
})

/** Counts the workers that it starts. */
const poolOf = (limits: Partial<PoolLimits> = {}) => {
  const count = { started: 0 }
  const pool = readingPool({ ...small, ...limits }, given => {
    count.started += 1
    const thread = new Worker(code, {
      eval: true,
      resourceLimits: { maxOldGenerationSizeMb: given.heapMebibytes, maxYoungGenerationSizeMb: 4 },
    })
    return readingWorker(Promise.resolve(thread), given)
  })
  pools.push(pool)
  return { pool, count }
}

const text = (task: string, input: unknown = 1, more: Partial<ForeignText> = {}): ForeignText => ({
  task,
  input,
  bytes: 1,
  owner: 'a',
  ...more,
})

const notRead = (result: E.Either<NotRead, unknown>): NotRead => {
  if (E.isRight(result)) throw new Error('it was read')
  return result.left
}

describe('foreign texts in worker threads', () => {
  test('a worker reads one text after the other', async () => {
    const { pool, count } = poolOf()
    expect([await pool.read(text('double', 1)), await pool.read(text('double', 2))]).toEqual([E.right(2), E.right(4)])
    expect(count.started).toBe(1)
  })

  test('none is started before there is a text', () => {
    expect(poolOf().count.started).toBe(0)
  })

  test.each(
    [
      ['spin', { time: 3_000 }, 'Exceeded', 'takes more than 3000 ms to be read'],
      ['eat', {}, 'Exceeded', 'takes more than 24 MiB to be read'],
      ['leave', {}, 'Failed', 'could not be read: its worker ended with exit code 3'],
      ['throw', {}, 'Failed', 'could not be read: a bug'],
      ['fail', {}, 'Failed', 'could not be read: a bug'],
    ] as const,
  )('one that would %s ends its worker, and says why; the next text has a new one', async (task, limits, _tag, message) => {
    const { pool, count } = poolOf(limits)
    expect(notRead(await pool.read(text(task)))).toEqual({ _tag, message })
    expect(E.isRight(await pool.read(text('double', 4)))).toBe(true)
    expect(count.started).toBe(2)
  })

  test('the loop goes on meanwhile', async () => {
    const { pool } = poolOf({ time: 1_000 })
    let beats = 0
    const timer = setInterval(() => beats++, 10)
    await Promise.all([pool.read(text('spin')), pool.read(text('eat', 1, { owner: 'b' }))])
    clearInterval(timer)
    expect(beats).toBeGreaterThan(5)
  })

  test('what cannot be cloned fails, and does not throw', async () => {
    expect(notRead(await poolOf().pool.read(text('double', () => 1)))._tag).toBe('Failed')
  })

  test('a question is answered by who asked for the text', async () => {
    const { pool } = poolOf()
    const answer = (question: unknown): Promise<unknown> => Promise.resolve([question, 'answer'])
    expect(await pool.read(text('ask', 'question', { answer }))).toEqual(E.right([1, ['question', 'answer']]))
  })

  test('a question whose answer fails fails the text', async () => {
    const answer = (): Promise<unknown> => Promise.reject(new Error('no answer'))
    expect(notRead(await poolOf().pool.read(text('ask', 'question', { answer })))).toEqual({
      _tag: 'Failed',
      message: 'could not be read: no answer',
    })
  })

  test('one owner has all workers but one', async () => {
    const { pool } = poolOf()
    const held = [1, 2, 3].map(() => pool.read(text('hold')))
    expect(await pool.read(text('double', 3, { owner: 'b' }))).toEqual(E.right(6))
    await pool.stop()
    expect((await Promise.all(held)).map(it => notRead(it)._tag)).toContain('Ended')
  })

  test('more that wait, and more bytes, than there is room for are refused', async () => {
    const { pool } = poolOf({ waiting: 1, bytes: 10 })
    const held = [pool.read(text('hold')), pool.read(text('hold'))]
    expect(notRead(await pool.read(text('double')))).toEqual({ _tag: 'Busy', message: '1 other large texts wait to be read' })
    const { pool: other } = poolOf({ bytes: 10 })
    const big = other.read(text('hold', 1, { bytes: 8 }))
    expect(notRead(await other.read(text('double', 1, { bytes: 3 })))).toEqual({
      _tag: 'Busy',
      message: 'other large texts take the 10 bytes that there are for them',
    })
    await Promise.all([pool.stop(), other.stop()])
    await Promise.all([...held, big])
  })

  test('bytes of a text that was read, or was not, are free again', async () => {
    const { pool } = poolOf({ bytes: 10 })
    for (const task of ['double', 'fail', 'double']) await pool.read(text(task, 1, { bytes: 8 }))
    expect(await pool.read(text('double', 5, { bytes: 10 }))).toEqual(E.right(10))
  })

  test('nobody waits any more: a text that has no worker yet gets none', async () => {
    const { pool } = poolOf()
    const abort = new AbortController()
    const held = pool.read(text('hold'))
    const waiting = pool.read(text('double', 1, { signal: abort.signal }))
    abort.abort()
    expect(notRead(await waiting)._tag).toBe('Ended')
    expect(notRead(await pool.read(text('double', 1, { signal: abort.signal })))._tag).toBe('Ended')
    await pool.stop()
    await held
  })

  test('at rest there is no worker', async () => {
    const { pool, count } = poolOf({ idle: 1 })
    await pool.read(text('double'))
    await expect.poll(async () => {
      await pool.read(text('double'))
      return count.started
    }, { interval: 20, timeout: 60_000 }).toBeGreaterThan(1)
  })
})
