import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { inWorkers } from './worker-pool.ts'

/** Doubles what it is told; throws at 13, ends itself at 0. */
const start = (): Worker =>
  new Worker(
    `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', task => {
    if (task === 13) throw new Error('thirteen is too much')
    if (task === 0) process.exit(3)
    parentPort.postMessage(2 * task)
  })`,
    { eval: true },
  )

const run = (count: number, tasks: readonly number[], onResult: (task: number, result: number) => void = () => undefined): Promise<void> =>
  inWorkers<number, number>({ start, count, tasks, nameOf: String, onResult })

describe('workers', () => {
  test.each([[1], [2], [9]])('%i of them do each task once', async count => {
    const done: (readonly [number, number])[] = []
    await run(count, [1, 2, 3, 4, 5], (task, result) => done.push([task, result]))
    expect(done.sort(([a], [b]) => a - b)).toEqual([[1, 2], [2, 4], [3, 6], [4, 8], [5, 10]])
  })

  test('nothing to do starts none and is done', async () => {
    await expect(run(2, [])).resolves.toBeUndefined()
  })

  test('one that throws fails all, with its message and the task that it had', async () => {
    await expect(run(2, [1, 13, 2, 3])).rejects.toThrow(/a worker failed at 13: .*thirteen is too much/)
  })

  test('one that ends by itself fails all', async () => {
    await expect(run(2, [1, 0, 2, 3])).rejects.toThrow('a worker failed at 0: it ended with exit code 3')
  })

  test.each([[1], [2]])('%i of them: once time is over, what is under way is ended and nothing else begun', async count => {
    const done: number[] = []
    const tasks = [1, 2, 3, 4, 5, 6, 7, 8]
    await inWorkers<number, number>({
      start,
      count,
      tasks,
      nameOf: String,
      onResult: task => done.push(task),
      isOver: () => done.length >= 3,
    })
    expect(done.length).toBeGreaterThanOrEqual(3)
    expect(done.length).toBeLessThan(3 + count)
  })
})
