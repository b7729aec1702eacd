import type { Impact, PassedOver, Place, PlanWords } from '@flink-operator/core/plan'
import { ExitCode } from '../../exit-code.ts'
import type { Problem } from '../problem.ts'

/** One plan, and where its fields stand in the file. */
export interface PlacedPlan {
  readonly words: PlanWords
  readonly placeOf: (field: string) => Place
}

/** What `plan` has to tell of all its files. */
export interface PlanReport {
  readonly plans: readonly PlacedPlan[]
  readonly passedOver: readonly PassedOver[]
  readonly problems: readonly Problem[]
}

/** What it all amounts to, the gravest first. */
export type Verdict = 'Error' | 'Invalid' | 'Unknown' | 'Risky' | 'Stateless' | 'Change' | 'None'

export const isInvalid = ({ findings }: PlanWords): boolean => findings.some(({ severity }) => severity === 'Error')

/** An edit that is not followed is no change, and what of it is not known is not guessed. */
export const verdictOf = (words: PlanWords): Verdict => (isInvalid(words) ? 'Invalid' : words.impact._tag)

const gravest: readonly Verdict[] = ['Error', 'Invalid', 'Unknown', 'Risky', 'Stateless', 'Change', 'None']

export const verdict = ({ plans, problems }: PlanReport): Verdict => {
  const found = new Set<Verdict>([...(problems.length > 0 ? ['Error' as const] : []), ...plans.map(({ words }) => verdictOf(words))])
  return gravest.find(it => found.has(it)) ?? 'None'
}

/** With `--detailed-exitcode`, as `terraform plan` has it: 0 no change, 1 an error, 2 a change; here also 3, a change that needs an eye. */
export const detailedExitCode: Readonly<Record<Verdict, ExitCode>> = {
  None: 0,
  Error: 1,
  Invalid: 1,
  Unknown: 1,
  Change: 2,
  Stateless: 3,
  Risky: 3,
}

/** Without it: whether the question could be answered. Of several problems that of the cluster wins. */
export const plainExitCode = (report: PlanReport): ExitCode => {
  const codes = report.problems.map(({ exitCode }) => exitCode)
  if (codes.includes(ExitCode.Environment)) return ExitCode.Environment
  if (codes.length > 0) return ExitCode.Usage
  const verdicts = report.plans.map(({ words }) => verdictOf(words))
  return verdicts.includes('Invalid') ? ExitCode.Findings : verdicts.includes('Unknown') ? ExitCode.Unseen : ExitCode.Ok
}

/** In a word or two; `Stateless` and `Risky` with their reason. */
export const impactWords = (words: PlanWords): string => {
  const impact: Impact = words.impact
  if (isInvalid(words)) return 'not valid'
  switch (impact._tag) {
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
