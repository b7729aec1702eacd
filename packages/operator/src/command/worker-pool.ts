import type { Worker } from 'node:worker_threads'

interface Waiting {
  readonly reject: (error: Error) => void
}

/** One worker until there is no task left for it: it gets a task as a message and answers with its result. */
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
 * Hands tasks to `count` workers, the next one to whichever is free: to every other worker from the end of the list, so that each has
 * neighbours one after the other. A worker that fails fails all, with its message and the task that it
 * had. No worker is left when this is over.
 * Once `isOver` answers true, no task is begun any more; those that are under way are ended.
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
