import type { Impact, PassedOver, Place, PlanWords } from '@flink-operator/simulation/plan'
import { ExitCode } from '../../exit-code.ts'
import type { Problem } from '../problem.ts'

/** One plan, with the positions of its fields in the file. */
export interface PlacedPlan {
  readonly words: PlanWords
  readonly placeOf: (field: string) => Place
}

/** The report of `plan` on all files. */
export interface PlanReport {
  readonly plans: readonly PlacedPlan[]
  readonly passedOver: readonly PassedOver[]
  readonly problems: readonly Problem[]
}

/** The overall result, the most severe first. */
export type Verdict = 'Error' | 'Invalid' | 'Unknown' | 'Risky' | 'Stateless' | 'Change' | 'None'

export const isInvalid = ({ findings }: PlanWords): boolean => findings.some(({ severity }) => severity === 'Error')

/** The impact of an edit. An invalid edit is no change, and an unknown impact is not guessed. */
export const verdictOf = ({ impact }: PlanWords): Verdict => impact._tag

const gravest: readonly Verdict[] = ['Error', 'Invalid', 'Unknown', 'Risky', 'Stateless', 'Change', 'None']

export const verdict = ({ plans, problems }: PlanReport): Verdict => {
  const found = new Set<Verdict>([...(problems.length > 0 ? ['Error' as const] : []), ...plans.map(({ words }) => verdictOf(words))])
  return gravest.find(it => found.has(it)) ?? 'None'
}

/**
 * Exit codes of `--detailed-exitcode`, as in `terraform plan`: 0 no change, 1 an error, 2 a change; and 3, a change that needs
 * attention.
 */
export const detailedExitCode: Readonly<Record<Verdict, ExitCode>> = {
  None: 0,
  Error: 1,
  Invalid: 1,
  Unknown: 1,
  Change: 2,
  Stateless: 3,
  Risky: 3,
}

/** Exit code without it: whether all files could be planned. Of several problems that of the cluster wins. */
export const plainExitCode = (report: PlanReport): ExitCode => {
  const codes = report.problems.map(({ exitCode }) => exitCode)
  if (codes.includes(ExitCode.Environment)) return ExitCode.Environment
  if (codes.length > 0) return ExitCode.Usage
  const verdicts = report.plans.map(({ words }) => verdictOf(words))
  return verdicts.includes('Invalid') ? ExitCode.Findings : verdicts.includes('Unknown') ? ExitCode.Unseen : ExitCode.Ok
}

/** The impact in a word or two; `Stateless` and `Risky` with their reason. */
export const impactWords = (words: PlanWords): string => {
  const impact: Impact = words.impact
  switch (impact._tag) {
    case 'Invalid':
      return 'not valid'
    case 'None':
      return 'no change'
    case 'Change':
      return words.deployed === 'nothing' ? 'new' : 'change'
    case 'Unknown':
      return 'not known'
    case 'Stateless':
      return `stateless: ${impact.why}`
    case 'Risky':
      return `risky: ${impact.why}`
  }
}

/** How many plans of each kind there are, as `2 changed, 1 new`; empty: nothing was planned. */
export const counted = ({ plans, problems, passedOver }: PlanReport): string => {
  const of = (verdicts: readonly Verdict[], isNew?: boolean): number =>
    plans.filter(({ words }) => verdicts.includes(verdictOf(words)) && (isNew ?? isFirst(words)) === isFirst(words)).length
  const parts: readonly (readonly [number, string])[] = [
    [problems.length + of(['Invalid']), 'with errors'],
    [of(['Unknown']), 'not known'],
    [of(['Stateless', 'Risky']), 'stateless or risky'],
    [of(['Change'], true), 'new'],
    [of(['Change'], false), 'changed'],
    [of(['None']), 'unchanged'],
    [passedOver.length, 'passed over'],
  ]
  return parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`).join(', ')
}

const isFirst = ({ deployed }: PlanWords): boolean => deployed === 'nothing'
