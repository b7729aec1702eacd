import { planChosen, type PlannedTexts, readTexts, type Texts } from './plan-texts.ts'
import { type JobUptime, jobUptime } from './job-uptime.ts'
import { type PlanView, planView } from './plan-view.ts'
import { type TimelineView, timelineView } from './timeline-view.ts'
import { reportedPlan } from './reported-plan.ts'

/** What a person has entered and chosen. */
export interface PlannerState {
  readonly texts: Texts
  readonly planned: PlannedTexts
  /** Which of several resources is shown. */
  readonly chosen: number
  /** At which step of the story. */
  readonly step: number
  /** After how many steps the operator dies; null: it does not. */
  readonly crash: number | null
}

export type PlannerEvent =
  | { readonly _tag: 'Typed'; readonly texts: Texts }
  | { readonly _tag: 'Chose'; readonly index: number }
  | { readonly _tag: 'WentTo'; readonly step: number }
  | { readonly _tag: 'Crashed' }
  | { readonly _tag: 'Mended' }

const noTexts: Texts = { deployed: '', edit: '' }

/** Nothing was entered yet. */
export const emptyState: PlannerState = {
  texts: noTexts,
  planned: planChosen(noTexts, { before: [], wanted: [], problems: [], passedOver: [] }, 0),
  chosen: 0,
  step: 0,
  crash: null,
}

const stepsIn = ({ planned }: PlannerState): number => planned.plan?.story.steps.length ?? 0

/** The state after an event. Of what is typed the chosen resource is planned at once. */
export const after = (state: PlannerState, event: PlannerEvent): PlannerState => {
  switch (event._tag) {
    case 'Typed': {
      const { texts } = event
      if (texts.edit.trim() === '' && texts.deployed.trim() === '') return { ...emptyState, texts }
      const read = readTexts(texts)
      const chosen = Math.min(state.chosen, Math.max(0, read.wanted.length - 1))
      return { texts, planned: planChosen(texts, read, chosen), chosen, step: 0, crash: null }
    }
    case 'Chose':
      return { ...state, planned: planChosen(state.texts, state.planned.read, event.index), chosen: event.index, step: 0, crash: null }
    case 'WentTo':
      return { ...state, step: Math.max(0, event.step) }
    case 'Crashed': {
      const boundary = Math.min(state.step, stepsIn(state))
      return { ...state, crash: boundary, step: boundary + 1 }
    }
    case 'Mended':
      return { ...state, crash: null, step: state.crash ?? state.step }
  }
}

/** A resource as it is shown. */
export interface ShownPlan {
  readonly title: string
  readonly plan: PlanView
  readonly uptime: JobUptime
  readonly timeline: TimelineView
}

/** What is shown of the chosen resource, at whichever step; null: there is none. */
export const shownPlan = ({ planned: { plan: resource }, crash }: Pick<PlannerState, 'planned' | 'crash'>): ShownPlan | null => {
  if (resource === null) return null
  const reported = reportedPlan(resource, crash)
  return { title: reported.title, plan: planView(reported), uptime: jobUptime(reported), timeline: timelineView(reported) }
}

/** The step that is shown: the last one where there are not so many. */
export const stepShown = ({ step }: Pick<PlannerState, 'step'>, { timeline }: ShownPlan): number =>
  Math.min(step, timeline.steps.length - 1)

/** What a screen reader announces when something changes. */
export const announcement = (state: PlannerState, shown: ShownPlan | null): string => {
  const { planned: { problems }, step, crash } = state
  const [problem] = problems
  if (shown === null)
    return problem === undefined ? '' : `${problems.length === 1 ? 'One problem' : `${problems.length} problems`}: ${problem.text}`
  const { title, plan, timeline } = shown
  if (step === 0 && crash === null) return `${title}: ${plan.headline}. ${plan.amounts.text}`
  const at = stepShown(state, shown)
  const now = timeline.steps[at]
  const reported = `Step ${at} of ${timeline.steps.length - 1}. ${now?.actor ?? ''}: ${now?.text ?? ''}.`
  return timeline.crash !== null && now?.actor === 'Crash' ? `${reported} ${timeline.outcome} ${timeline.crash.text}` : reported
}
