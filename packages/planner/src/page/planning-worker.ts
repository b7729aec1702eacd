import type { PlanAnswer, PlanRequest } from '../view/planning.ts'
import type { NumberedAnswer, NumberedRequest } from '../worker-main.ts'

/** The script of `worker-main.ts`, put in by `scripts/planner.ts`: a page that is opened from disk may load no second file as a worker. */
declare const workerScript: string

export interface PlanningWorker {
  /** Only the newest request counts: one that another one follows before it is begun is dropped. */
  readonly ask: (request: PlanRequest) => void
  readonly end: () => void
}

/** Plans in a worker, so that typing and scrolling never wait for a plan (N16). */
export const planningWorker = (
  onAnswer: (request: PlanRequest, answer: PlanAnswer) => void,
  onTrouble: (text: string) => void,
): PlanningWorker => {
  const address = URL.createObjectURL(new Blob([workerScript], { type: 'text/javascript' }))
  const worker = new Worker(address)
  const state: { number: number; under: PlanRequest | null; next: PlanRequest | null; sent: PlanRequest['texts'] | null } = {
    number: 0,
    under: null,
    next: null,
    sent: null,
  }
  const send = (request: PlanRequest): void => {
    state.number += 1
    state.under = request
    const texts = request.texts === state.sent ? null : request.texts
    state.sent = request.texts
    worker.postMessage({ ...request, texts, number: state.number } satisfies NumberedRequest)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<NumberedAnswer>) => {
    const { under, next } = state
    state.under = null
    state.next = null
    if (under !== null && data.number === state.number) onAnswer(under, data.answer)
    if (next !== null) send(next)
  })
  worker.addEventListener('error', event => {
    const { next } = state
    state.under = null
    state.next = null
    onTrouble(event.message === '' ? 'The browser started no worker for this page.' : event.message)
    if (next !== null) send(next)
  })
  return {
    ask: request => {
      if (state.under === null) send(request)
      else state.next = request
    },
    end: () => {
      worker.terminate()
      URL.revokeObjectURL(address)
    },
  }
}
