import type { Worker } from 'node:worker_threads'

interface Waiting {
  readonly reject: (error: Error) => void
}

/** Feeds one worker until no task is left: the worker gets a task as a message and answers with its result. */
const feed = <Task, Result>(
  worker: Worker,
  next: () => Task | undefined,
  nameOf: (task: Task) => string,
  onResult: (task: Task, result: Result) => void,
  { reject }: Waiting,
): Promise<void> =>
  new Promise(resolve => {
    let task: Task | undefined
    const fail = (why: string, cause?: unknown): void =>
      reject(new Error(`a worker failed${task === undefined ? '' : ` at ${nameOf(task)}`}: ${why}`, { cause }))
    const goOn = (): void => {
      const current = task = next()
      if (current === undefined) return resolve()
      worker.once('message', (result: Result) => {
        onResult(current, result)
        goOn()
      })
      worker.postMessage(current)
    }
    worker.on('error', (error: unknown) => fail(error instanceof Error ? error.stack ?? error.message : String(error), error))
    worker.on('exit', code => {
      if (task !== undefined) fail(`it ended with exit code ${code}`)
    })
    goOn()
  })

/**
 * Distributes tasks to `count` workers, each to a free worker. Every other worker takes from the end of the list, so that each
 * worker gets neighbouring tasks. If a worker fails, the whole call fails with its message and its task. All workers have ended when
 * the call returns. Once `isOver` returns true, no task is begun, and running ones are ended.
 */
export const inWorkers = async <Task, Result>(
  { start, count, tasks, nameOf, onResult, isOver = () => false }: {
    readonly start: () => Worker
    readonly count: number
    readonly tasks: readonly Task[]
    readonly nameOf: (task: Task) => string
    readonly onResult: (task: Task, result: Result) => void
    readonly isOver?: () => boolean
  },
): Promise<void> => {
  let [from, to] = [0, tasks.length]
  const first = (): Task | undefined => (from < to && !isOver() ? tasks[from++] : undefined)
  const last = (): Task | undefined => (from < to && !isOver() ? tasks[--to] : undefined)
  const workers = Array.from({ length: Math.min(count, tasks.length) }, start)
  try {
    await new Promise<unknown>((resolve, reject) => {
      void Promise.all(workers.map((worker, index) => feed(worker, index % 2 === 0 ? first : last, nameOf, onResult, { reject }))).then(
        resolve,
      )
    })
  } finally {
    await Promise.all(workers.map(worker => worker.terminate()))
  }
}
