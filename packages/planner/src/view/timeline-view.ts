import type { ReportedPlan, ReportedStep } from './reported-plan.ts'
import { shortValue } from './plan-view.ts'

/** A field of a status that was written. */
export interface WriteView {
  readonly path: string
  readonly from: string
  readonly to: string
}

/** One boundary of the story, and how things stand there. */
export interface StepView {
  readonly number: number
  /** `Operator`, `Crash`, … */
  readonly actor: 'Start' | 'Operator' | 'Kubernetes' | 'Flink' | 'Time' | 'Crash'
  /** `+12.3 s` */
  readonly at: string
  /** `Round 3`; of a round of another resource with its name. Null: between rounds. */
  readonly round: string | null
  readonly text: string
  /** Shown with every write alone. */
  readonly isBookkeeping: boolean
  readonly error: string | null
  readonly writes: readonly WriteView[]
  readonly stands: readonly { readonly what: string; readonly how: string; readonly isChanged: boolean }[]
  /** It was done by the operator that took over. */
  readonly isAfterCrash: boolean
}

export interface TimelineView {
  /** The first is the edit itself. */
  readonly steps: readonly StepView[]
  readonly outcome: string
  readonly end: string
  /** How a crash compares with a run without one; null: nothing crashed. */
  readonly crash: { readonly text: string; readonly isSame: boolean } | null
  /** From where on a crash can be tried: steps of the story itself, not of one that crashed already. */
  readonly lastBoundary: number
}

const elapsedText = (millis: number): string => `+${millis < 1_000 ? `${millis} ms` : `${Math.round(millis / 100) / 10} s`}`

const endText = ({ end }: Pick<ReportedPlan, 'end'>): string => {
  switch (end._tag) {
    case 'Quiet':
      return 'It comes to rest.'
    case 'Gone':
      return 'The resource is gone.'
    case 'Waits':
      return `It stays there: it waits for ${end.for}.`
    case 'Failed':
      return `It stays there: ${end.message}.`
  }
}

type Stands = ReportedStep['stands']

const standsView = (now: Stands, before: Stands): StepView['stands'] =>
  now.map(({ what, how }) => ({ what, how, isChanged: !before.some(it => it.what === what && it.how === how) }))

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const timelineView = (reported: ReportedPlan): TimelineView => {
  const { begun, stands, steps, crash } = reported
  const start: StepView = {
    number: 0,
    actor: 'Start',
    at: elapsedText(0),
    round: null,
    text: 'The edit is applied',
    isBookkeeping: false,
    error: null,
    writes: [],
    stands: standsView(stands, stands),
    isAfterCrash: false,
  }
  const view = (isAfterCrash: boolean, first: number, before: Stands) =>
  (
    step: ReportedStep,
    index: number,
    all: readonly ReportedStep[],
  ): StepView => ({
    number: first + index,
    actor: step.actor,
    at: elapsedText(step.at - begun),
    round: step.round === null ? null : `Round ${step.round}${step.of === null ? '' : ` of ${step.of}`}`,
    text: capital(step.text),
    isBookkeeping: step.isBookkeeping,
    error: step.error,
    writes: step.writes.map(({ path, from, to }) => ({ path, from: shortValue(from), to: shortValue(to) })),
    stands: standsView(step.stands, all[index - 1]?.stands ?? before),
    isAfterCrash,
  })
  const whole = [start, ...steps.map(view(false, 1, stands))]
  if (crash === null) return { steps: whole, outcome: reported.outcome, end: endText(reported), crash: null, lastBoundary: steps.length }
  const kept = whole.slice(0, crash.boundary + 1)
  const last = kept.at(-1) ?? start
  const standsThere = crash.boundary === 0 ? stands : steps[crash.boundary - 1]?.stands ?? stands
  const dies: StepView = {
    ...start,
    number: kept.length,
    actor: 'Crash',
    at: last.at,
    text: 'The process of the operator dies here',
    stands: standsView(standsThere, standsThere),
  }
  return {
    steps: [...kept, dies, ...crash.steps.map(view(true, kept.length + 1, standsThere))],
    outcome: crash.outcome,
    end: endText(crash),
    crash: {
      isSame: crash.isSame,
      text: crash.isSame ? 'The next operator brings it to the same end as without a crash.'
        : `Without a crash it ends otherwise: ${reported.outcome} ${endText(reported)}`,
    },
    lastBoundary: crash.boundary,
  }
}
