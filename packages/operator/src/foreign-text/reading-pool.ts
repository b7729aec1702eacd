import * as E from 'fp-ts/lib/Either.js'
import type { ForeignText, NotRead, PoolLimits } from './foreign-text.ts'
import { type ReadingWorker, type StartedWorker, startReadingWorker } from './reading-worker.ts'

/**
 * The largest accepted answers (10,000 jobs, 400 exceptions of 19 kB, 20,000 bounds) fit in 64 MiB of heap, and took a worker 0.1 to
 * 1 s on a machine with twenty times more work than processors. One owner may use all workers but one, so that a namespace with slow
 * texts leaves one for the others.
 */
export const poolLimits: PoolLimits = {
  workers: 2,
  time: 4_000,
  start: 60_000,
  heapMebibytes: 96,
  waiting: 64,
  bytes: 32 * 1_024 * 1_024,
  idle: 30_000,
}

export interface ReadingPool {
  /** Never rejects. */
  readonly read: (text: ForeignText) => Promise<E.Either<NotRead, unknown>>
  readonly stop: () => Promise<void>
}

interface Waiting {
  readonly text: ForeignText
  readonly done: (result: E.Either<NotRead, unknown>) => void
}

const left = (tag: NotRead['_tag'], message: string): E.Either<NotRead, never> => E.left({ _tag: tag, message })

/**
 * Parses foreign texts in worker threads, so that no text can block the event loop. A worker that exceeds the limits is terminated,
 * and the next text gets a new one.
 */
export const readingPool = (limits: PoolLimits = poolLimits, start: StartedWorker = startReadingWorker): ReadingPool => {
  const waiting = new Set<Waiting>()
  const workers = new Set<ReadingWorker>()
  const idle = new Map<ReadingWorker, NodeJS.Timeout>()
  const busyFor = new Map<string, number>()
  let bytes = 0
  let isStopped = false

  const end = async (worker: ReadingWorker): Promise<void> => {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    workers.delete(worker)
    await worker.end()
  }

  const rest = (worker: ReadingWorker): void => {
    idle.set(worker, setTimeout(() => void end(worker), limits.idle).unref())
  }

  /** An idle worker, or a new one if the limit allows it. */
  const free = (): ReadingWorker | null => {
    for (const [worker, timer] of idle) {
      clearTimeout(timer)
      idle.delete(worker)
      return worker
    }
    if (workers.size >= limits.workers) return null
    const worker = start(limits)
    workers.add(worker)
    return worker
  }

  const mayHaveOne = (owner: string): boolean => (busyFor.get(owner) ?? 0) < Math.max(1, limits.workers - 1)

  const count = (owner: string, change: 1 | -1): void => {
    const now = (busyFor.get(owner) ?? 0) + change
    if (now === 0) busyFor.delete(owner)
    else busyFor.set(owner, now)
  }

  const work = async (worker: ReadingWorker, { text, done }: Waiting): Promise<void> => {
    count(text.owner, 1)
    const result = await worker.read(text)
    count(text.owner, -1)
    // a worker that failed is not used again
    if (E.isLeft(result) || isStopped) void end(worker)
    else rest(worker)
    done(result)
    next()
  }

  const next = (): void => {
    for (const one of waiting) {
      if (!mayHaveOne(one.text.owner)) continue
      const worker = free()
      if (worker === null) return
      waiting.delete(one)
      void work(worker, one)
    }
  }

  return {
    read: text => {
      if (isStopped || text.signal?.aborted === true) return Promise.resolve(left('Ended', 'the caller does not wait for it any more'))
      if (waiting.size >= limits.waiting)
        return Promise.resolve(left('Busy', `${limits.waiting} other large texts wait to be read`))
      if (bytes + text.bytes > limits.bytes)
        return Promise.resolve(left('Busy', `other large texts take the ${limits.bytes} bytes that there are for them`))
      bytes += text.bytes
      return new Promise(resolve => {
        const aborted = (): void => {
          if (waiting.delete(one)) one.done(left('Ended', 'the caller does not wait for it any more'))
        }
        const one: Waiting = {
          text,
          done: result => {
            text.signal?.removeEventListener('abort', aborted)
            bytes -= text.bytes
            resolve(result)
          },
        }
        text.signal?.addEventListener('abort', aborted, { once: true })
        waiting.add(one)
        next()
      })
    },
    stop: async () => {
      isStopped = true
      for (const one of waiting) one.done(left('Ended', 'the process ends'))
      waiting.clear()
      await Promise.all([...workers].map(end))
    },
  }
}
