import { type JobUptime, jobUptime } from './job-uptime.ts'
import { planChosen, type PlannedTexts, readTexts, type TextProblem, type Texts } from './plan-texts.ts'
import { type PlanView, planView } from './plan-view.ts'
import { reportedPlan } from './reported-plan.ts'
import { type TimelineView, timelineView } from './timeline-view.ts'

/** What the page asks: everything that a plan is made of. */
export interface PlanRequest {
  readonly texts: Texts
  /** Which of several resources. */
  readonly chosen: number
  /** After how many steps the operator dies; null: it does not. */
  readonly crash: number | null
}

/** A resource as it is shown. */
export interface ShownPlan {
  readonly title: string
  readonly plan: PlanView
  readonly uptime: JobUptime
  readonly timeline: TimelineView
}

/** What is shown of the texts: plain data, which a thread sends to the page. */
export interface PlanAnswer {
  /** Of each resource of the edit. */
  readonly titles: readonly string[]
  /** As asked, or the last one if there are not so many. */
  readonly chosen: number
  /** Null: there is none, or it can't be planned. */
  readonly shown: ShownPlan | null
  readonly problems: readonly TextProblem[]
  readonly passedOver: readonly string[]
}

/** What was planned last: a crash is tried without planning it again. */
export interface Planning {
  readonly texts: Texts
  readonly chosen: number
  readonly planned: PlannedTexts
}

const isEmpty = ({ deployed, edit }: Texts): boolean => deployed.trim() === '' && edit.trim() === ''

const plannedOf = (last: Planning | null, { texts, chosen: wanted }: PlanRequest): Planning => {
  const isSameTexts = last !== null && last.texts === texts
  const read = isSameTexts ? last.planned.read : readTexts(isEmpty(texts) ? { deployed: '', edit: '' } : texts)
  const chosen = Math.min(wanted, Math.max(0, read.wanted.length - 1))
  return isSameTexts && last.chosen === chosen ? last : { texts, chosen, planned: planChosen(texts, read, chosen) }
}

const shownOf = ({ plan }: PlannedTexts, crash: number | null): ShownPlan | null => {
  if (plan === null) return null
  const reported = reportedPlan(plan, crash)
  return { title: reported.title, plan: planView(reported), uptime: jobUptime(reported), timeline: timelineView(reported) }
}

/** Answers a request, and keeps what the next one may need. `last`: null at first. Texts are the same if they are one object. */
export const answered = (last: Planning | null, request: PlanRequest): readonly [PlanAnswer, Planning] => {
  const planning = plannedOf(last, request)
  const { planned, chosen } = planning
  const { titles, problems, passedOver } = planned
  return [{ titles, chosen, shown: isEmpty(request.texts) ? null : shownOf(planned, request.crash), problems, passedOver }, planning]
}
