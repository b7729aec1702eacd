import type { Texts } from './view/plan-texts.ts'
import { answered, type PlanAnswer, type Planning, type PlanRequest } from './view/planning.ts'

/** A request, numbered. `texts` null: those of the request before. */
export interface NumberedRequest extends Omit<PlanRequest, 'texts'> {
  readonly number: number
  readonly texts: Texts | null
}

export interface NumberedAnswer {
  readonly number: number
  readonly answer: PlanAnswer
}

const last: { planning: Planning | null; texts: Texts } = { planning: null, texts: { deployed: '', edit: '' } }

/** Beside the page: it plans while the page scrolls, and knows nothing of it. */
addEventListener('message', ({ data }: MessageEvent<NumberedRequest>) => {
  if (data.texts !== null) last.texts = data.texts
  const [answer, planning] = answered(last.planning, { texts: last.texts, chosen: data.chosen, crash: data.crash })
  last.planning = planning
  postMessage({ number: data.number, answer } satisfies NumberedAnswer)
})
