import type { Worker } from 'node:worker_threads'
import * as E from 'fp-ts/lib/Either.js'
import type { ForeignText, NotRead, PoolLimits } from './foreign-text.ts'
import type { FromThread, ToThread } from './thread-message.ts'

/** One worker, which parses one text at a time. After a Left it can't be used any more. */
export interface ReadingWorker {
  readonly read: (text: ForeignText) => Promise<E.Either<NotRead, unknown>>
  readonly end: () => Promise<void>
}

export type StartedWorker = (limits: PoolLimits) => ReadingWorker

const isOutOfMemory = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Why a text was not parsed, by the error that ended its worker. */
const whyEnded = (error: unknown, { heapMebibytes }: PoolLimits): NotRead =>
  isOutOfMemory(error) ? { _tag: 'Exceeded', message: `takes more than ${heapMebibytes} MiB to be read` }
    : { _tag: 'Failed', message: `could not be read: ${error instanceof Error ? error.message : String(error)}` }

const tell = (worker: Worker, message: ToThread, moved: readonly ArrayBuffer[] = []): void => worker.postMessage(message, moved)

/** Wraps a thread; tests provide their own. */
export const readingWorker = (made: Promise<Worker>, limits: PoolLimits): ReadingWorker => {
  const ready = Promise.withResolvers<E.Either<NotRead, void>>()
  const state: { onMessage: (message: FromThread) => void; onEnd: (why: NotRead) => void } = {
    onMessage: message => {
      if (message._tag === 'Ready') ready.resolve(E.right(undefined))
    },
    onEnd: why => ready.resolve(E.left(why)),
  }
  const thread = made.then(worker => {
    worker.on('message', (message: FromThread) => state.onMessage(message))
    worker.on('error', error => state.onEnd(whyEnded(error, limits)))
    worker.on('exit', code => state.onEnd(whyEnded(new Error(`its worker ended with exit code ${code}`), limits)))
    // the worker does not keep the process alive
    worker.unref()
    return worker
  })
  thread.catch((error: unknown) => state.onEnd(whyEnded(error, limits)))

  const begun = (): Promise<E.Either<NotRead, void>> => {
    const timer = setTimeout(
      () => ready.resolve(E.left({ _tag: 'Failed', message: `could not be read: no worker began within ${limits.start} ms` })),
      limits.start,
    )
    return ready.promise.finally(() => clearTimeout(timer))
  }

  const answered = async (worker: Worker, number: number, question: unknown, { answer }: ForeignText): Promise<void> => {
    // an unanswered question ends by the time limit
    if (answer !== undefined) tell(worker, { _tag: 'Answer', number, answer: await answer(question) })
  }

  const result = (worker: Worker, text: ForeignText): Promise<E.Either<NotRead, unknown>> =>
    new Promise(resolve => {
      const timer = setTimeout(
        () => resolve(E.left({ _tag: 'Exceeded', message: `takes more than ${limits.time} ms to be read` })),
        limits.time,
      )
      const done = (outcome: E.Either<NotRead, unknown>): void => {
        clearTimeout(timer)
        resolve(outcome)
      }
      state.onEnd = why => done(E.left(why))
      state.onMessage = message => {
        switch (message._tag) {
          case 'Ready':
            return
          case 'Question':
            answered(worker, message.number, message.question, text).catch((error: unknown) => done(E.left(whyEnded(error, limits))))
            return
          case 'Result':
            return done(E.right(message.result))
          case 'Failed':
            return done(E.left({ _tag: 'Failed', message: `could not be read: ${message.message}` }))
        }
      }
      try {
        tell(worker, { _tag: 'Read', task: text.task, input: text.input }, text.moved)
      } catch (error) {
        done(E.left(whyEnded(error, limits)))
      }
    })

  return {
    read: async text => {
      const started = await begun()
      if (E.isLeft(started)) return started
      const worker = await thread
      worker.ref()
      const outcome = await result(worker, text)
      worker.unref()
      return outcome
    },
    end: async () => {
      await thread.then(worker => worker.terminate(), () => undefined)
    },
  }
}

/** Starts a worker for the operator's own tasks. */
export const startReadingWorker: StartedWorker = limits => {
  // imported here only, so that the thread loads no more than it needs
  const thread = import('./reading-thread.ts')
  return readingWorker(thread.then(({ readingThread }) => readingThread(limits)), limits)
}
