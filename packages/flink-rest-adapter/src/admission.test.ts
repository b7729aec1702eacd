import { describe, expect, test } from 'vitest'
import { admission } from './admission.ts'

const never = new AbortController().signal

/** A task that ends when it is told. */
const aTask = () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const state = { started: false }
  return {
    run: () => {
      state.started = true
      return promise
    },
    end: resolve,
    started: () => state.started,
  }
}

const settled = (): Promise<void> =>
  new Promise(resolve => {
    setImmediate(resolve)
  })

describe('admission', () => {
  test('lets the limit run and the next one after an end, in order', async () => {
    const admit = admission(2)
    const tasks = [aTask(), aTask(), aTask(), aTask()]
    const results = tasks.map(task => admit(task.run, never))
    await settled()
    expect(tasks.map(task => task.started())).toEqual([true, true, false, false])
    tasks[1]!.end('b')
    await settled()
    expect(tasks.map(task => task.started())).toEqual([true, true, true, false])
    for (const task of tasks) task.end('end')
    expect(await Promise.all(results)).toEqual(['end', 'b', 'end', 'end'])
  })

  test('an aborted task leaves the queue without running, and takes no place', async () => {
    const admit = admission(1)
    const [first, second, third] = [aTask(), aTask(), aTask()]
    const abort = new AbortController()
    const running = admit(first.run, never)
    const waiting = admit(second.run, abort.signal)
    const last = admit(third.run, never)
    abort.abort(new Error('too late'))
    await expect(waiting).rejects.toThrow('too late')
    first.end('a')
    third.end('c')
    expect(await running).toBe('a')
    expect(await last).toBe('c')
    expect(second.started()).toBe(false)
  })

  test('a failed task frees its place', async () => {
    const admit = admission(1)
    await expect(admit(() => Promise.reject(new Error('broken')), never)).rejects.toThrow('broken')
    expect(await admit(() => Promise.resolve('next'), never)).toBe('next')
  })
})
