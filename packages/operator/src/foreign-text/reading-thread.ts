/**
 * A thread that parses foreign texts, so that no text can block the operator's event loop. Each message names a task, whose code is
 * loaded when it is first needed.
 */
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Ask, PoolLimits } from './foreign-text.ts'
import type { FromThread, ToThread } from './thread-message.ts'

type Task = (input: unknown, ask: Ask) => Promise<unknown>

const tasks: Readonly<Record<string, () => Promise<Task>>> = {
  answer: async () => (await import('./read-answer-apart.ts')).readAnswerApart,
  review: async () => (await import('./read-review-apart.ts')).readReviewApart,
}

const serve = (port: MessagePort): void => {
  const asked = new Map<number, (answer: unknown) => void>()
  let number = 0
  const tell = (message: FromThread): void => port.postMessage(message)
  const ask: Ask = question =>
    new Promise(resolve => {
      number += 1
      asked.set(number, resolve)
      tell({ _tag: 'Question', number, question })
    })
  const read = async (name: string, input: unknown): Promise<unknown> => {
    const task = tasks[name]
    if (task === undefined) throw new Error(`there is no task ${name}`)
    return (await task())(input, ask)
  }
  port.on('message', (message: ToThread) => {
    if (message._tag === 'Answer') {
      asked.get(message.number)?.(message.answer)
      asked.delete(message.number)
      return
    }
    read(message.task, message.input).then(
      result => tell({ _tag: 'Result', result }),
      (error: unknown) => tell({ _tag: 'Failed', message: error instanceof Error ? error.message : 'an error without a word' }),
    )
  })
  tell({ _tag: 'Ready' })
}

/** Starts a thread, from this file or from the chunk of the bundle that contains it. */
export const readingThread = ({ heapMebibytes }: Pick<PoolLimits, 'heapMebibytes'>): Worker =>
  new Worker(new URL(import.meta.url), {
    workerData: { reads: true },
    resourceLimits: { maxOldGenerationSizeMb: heapMebibytes, maxYoungGenerationSizeMb: 8 },
  })

const isReader = (data: unknown): boolean => typeof data === 'object' && data !== null && 'reads' in data

if (!isMainThread && parentPort !== null && isReader(workerData)) serve(parentPort)
