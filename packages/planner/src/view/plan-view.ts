import { operationsOf, type Phase, type PlannedOperation, type PlanWords } from '@flink-operator/simulation/plan'
import type { DiffRow } from './document-diff.ts'
import type { ReportedPlan } from './reported-plan.ts'
import { type ObjectDiff, objectDiffs } from './object-diffs.ts'

export type Tone = 'calm' | 'change' | 'risk' | 'error'

/** What is shown of a plan, but for its story. */
export interface PlanView {
  readonly headline: string
  /** What it begins with, and what is not known of that. */
  readonly basis: string
  readonly amounts: { readonly tone: Tone; readonly text: string }
  readonly findings: readonly { readonly isError: boolean; readonly field: string; readonly message: string }[]
  readonly changes: readonly { readonly path: string; readonly type: string; readonly from: string; readonly to: string }[]
  /** How the job is stopped, and what it is started from, each with its reason. */
  readonly operations: readonly Pick<PlannedOperation, 'kind' | 'mode' | 'why'>[]
  readonly outcome: string
  /** What is done, by phase, and what happens if a phase fails; null: that is not written down. */
  readonly phases: readonly { readonly phase: Phase; readonly does: readonly string[]; readonly ifItFails: string | null }[]
  /** The documents beside each other. */
  readonly documents: readonly DiffRow[]
  readonly actions: readonly string[]
  readonly then: readonly string[]
  readonly objects: readonly ObjectDiff[]
}

/** A value on one line. */
export const shortValue = (value: unknown): string => {
  const text = value === undefined ? '—' : typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 160 ? `${text.slice(0, 157)}…` : text
}

const amountsTo = ({ impact }: PlanWords): PlanView['amounts'] => {
  switch (impact._tag) {
    case 'Invalid':
      return { tone: 'error', text: 'The spec is not valid: the edit is not followed.' }
    case 'None':
      return { tone: 'calm', text: 'Nothing changes.' }
    case 'Change':
      return { tone: 'change', text: 'A change that keeps the state of the job.' }
    case 'Unknown':
      return { tone: 'risk', text: 'What would be done is not known.' }
    case 'Stateless':
      return { tone: 'risk', text: `Stateless: ${impact.why}.` }
    case 'Risky':
      return { tone: 'risk', text: `Risky: ${impact.why}.` }
  }
}

export const planView = ({ words, planned, outcome, objectsBefore, basis, documents }: ReportedPlan): PlanView => {
  const [first] = planned.rounds
  const isPlanned = (of: PlannedOperation['of']): boolean => of.kind === first?.of.kind && of.name === first.of.name
  return {
    headline: words.headline,
    basis,
    amounts: words.deployed === 'nothing' && words.impact._tag === 'Change' ? { tone: 'change', text: 'A first deployment.' }
      : amountsTo(words),
    findings: words.findings.map(({ severity, field, message }) => ({ isError: severity === 'Error', field, message })),
    changes: (words.diff?.changes ?? []).map(({ path, type, from, to }) => ({ path, type, from: shortValue(from), to: shortValue(to) })),
    operations: operationsOf(planned).map(({ of, kind, mode, why }) => ({
      kind: isPlanned(of) ? kind : `${kind} of ${of.name}`,
      mode,
      why,
    })),
    outcome,
    phases: words.phases.map(({ phase, does }) => ({
      phase,
      does,
      ifItFails: words.failing.find(it => it.phase === phase)?.then ?? null,
    })),
    documents,
    actions: words.actions,
    then: words.then,
    objects: objectDiffs(objectsBefore, words.rendered),
  }
}
