import type { Texts } from './plan-texts.ts'
import type { PlanAnswer, PlanRequest, ShownPlan } from './planning.ts'
import type { StepView, TimelineView } from './timeline-view.ts'

/** What a person has entered and chosen, and what was answered last. Planning is done elsewhere: see `planning.ts`. */
export interface PlannerState {
  readonly texts: Texts
  /** Which of several resources is shown. */
  readonly chosen: number
  /** After how many steps the operator dies; null: it does not. */
  readonly crash: number | null
  /** At which step of the story. */
  readonly step: number
  /** Status writes and events are steps, too. */
  readonly showsEveryWrite: boolean
  /** The answer to the last request that was answered. */
  readonly answer: PlanAnswer
  /** Is the answer that to what is entered now? */
  readonly isAnswered: boolean
}

export type PlannerEvent =
  | { readonly _tag: 'Typed'; readonly texts: Texts }
  | { readonly _tag: 'Chose'; readonly index: number }
  | { readonly _tag: 'WentTo'; readonly step: number }
  | { readonly _tag: 'Crashed' }
  | { readonly _tag: 'Mended' }
  | { readonly _tag: 'ShowedWrites'; readonly every: boolean }
  | { readonly _tag: 'Answered'; readonly request: PlanRequest; readonly answer: PlanAnswer }

/** Nothing was entered yet. */
export const emptyState: PlannerState = {
  texts: { deployed: '', edit: '' },
  chosen: 0,
  crash: null,
  step: 0,
  showsEveryWrite: false,
  answer: { titles: [], chosen: 0, shown: null, problems: [], passedOver: [] },
  isAnswered: true,
}

/** What has to be planned for this state. */
export const requestOf = ({ texts, chosen, crash }: PlannerState): PlanRequest => ({ texts, chosen, crash })

const isFor = ({ texts, chosen, crash }: PlannerState, request: PlanRequest): boolean =>
  request.texts === texts && request.chosen === chosen && request.crash === crash

const asked = (state: PlannerState): PlannerState => ({ ...state, isAnswered: false })

/** The state after an event. */
export const after = (state: PlannerState, event: PlannerEvent): PlannerState => {
  switch (event._tag) {
    case 'Typed':
      return asked({ ...state, texts: event.texts, step: 0, crash: null })
    case 'Chose':
      return asked({ ...state, chosen: event.index, step: 0, crash: null })
    case 'WentTo':
      return { ...state, step: Math.max(0, event.step) }
    case 'Crashed': {
      const boundary = Math.min(state.step, state.answer.shown?.timeline.lastBoundary ?? 0)
      return asked({ ...state, crash: boundary, step: boundary + 1 })
    }
    case 'Mended':
      return asked({ ...state, crash: null, step: state.crash ?? state.step })
    case 'ShowedWrites':
      return { ...state, showsEveryWrite: event.every }
    case 'Answered':
      return isFor(state, event.request) ? { ...state, answer: event.answer, chosen: event.answer.chosen, isAnswered: true } : state
  }
}

/** A step that is shown, and its place in the whole story. */
export interface VisibleStep {
  readonly index: number
  readonly step: StepView
}

/** The steps that are shown: without status writes and events, unless these are asked for. */
export const visibleSteps = ({ steps }: TimelineView, { showsEveryWrite }: Pick<PlannerState, 'showsEveryWrite'>): readonly VisibleStep[] =>
  steps.map((step, index) => ({ index, step })).filter(({ step }) => showsEveryWrite || !step.isBookkeeping || step.error !== null)

/** The place of the current step among the visible ones: of one that is hidden, the visible one before it. */
export const placeOf = ({ step }: Pick<PlannerState, 'step'>, visible: readonly VisibleStep[]): number =>
  Math.max(0, visible.findLastIndex(({ index }) => index <= step))

/** What a screen reader announces when something changes. */
export const announcement = (state: PlannerState): string => {
  const { answer: { problems, shown }, step, crash, isAnswered } = state
  const [problem] = problems
  if (!isAnswered) return 'Planning …'
  if (shown === null)
    return problem === undefined ? '' : `${problems.length === 1 ? 'One problem' : `${problems.length} problems`}: ${problem.text}`
  return announcedPlan(state, shown, step === 0 && crash === null)
}

const announcedPlan = (state: PlannerState, { title, plan, timeline }: ShownPlan, isBegun: boolean): string => {
  if (isBegun) return `${title}: ${plan.headline}. ${plan.amounts.text}`
  const visible = visibleSteps(timeline, state)
  const place = placeOf(state, visible)
  const now = visible[place]?.step
  const reported = `Step ${place} of ${visible.length - 1}. ${now?.actor ?? ''}: ${now?.text ?? ''}.`
  return timeline.crash !== null && now?.actor === 'Crash' ? `${reported} ${timeline.outcome} ${timeline.crash.text}` : reported
}
