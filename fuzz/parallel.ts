import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type FuzzReport, merged } from './fuzz.ts'
import type { Part } from './worker.ts'

/** Cases that a thread is given at once. */
const partSize = 5_000

/**
 * One run on several threads. Parts are given out in order and none after a failure, so the first failure of the run is found whichever
 * thread is faster: the same seed and count give the same report, times aside.
 */
export const fuzzInParallel = async (
  whole: Part,
  threads: number,
  onProgress: (done: number) => void,
): Promise<FuzzReport> => {
  const end = whole.from + whole.count
  let next = whole.from
  let total: FuzzReport = {
    seed: whole.seed,
    count: 0,
    decoded: 0,
    refused: 0,
    invalid: 0,
    decided: 0,
    situations: {},
    slowest: { index: -1, millis: 0 },
    failure: null,
  }
  const drain = (worker: Worker): Promise<void> =>
    new Promise((resolve, reject) => {
      const give = (): void => {
        if (next >= end || total.failure !== null) {
          resolve()
          return
        }
        const part: Part = { seed: whole.seed, from: next, count: Math.min(partSize, end - next) }
        next += part.count
        worker.postMessage(part)
      }
      worker.on('error', reject)
      worker.on('message', (report: FuzzReport) => {
        total = merged(total, report)
        onProgress(total.count)
        give()
      })
      give()
    })
  const workers = Array.from(
    { length: Math.max(1, Math.min(threads, Math.ceil(whole.count / partSize))) },
    () => new Worker(join(import.meta.dirname, 'worker.ts')),
  )
  try {
    await Promise.all(workers.map(drain))
  } finally {
    await Promise.all(workers.map(worker => worker.terminate()))
  }
  return total
}
