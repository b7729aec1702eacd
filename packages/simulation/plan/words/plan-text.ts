import { unseenText } from './unseen-text.ts'
import type { Finding } from '@flink-operator/core/resource'
import type { PlannedChange } from '../document-changes.ts'
import type { PhaseWords } from './phases.ts'
import type { PlanWords } from './plan-words.ts'

const short = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

const numbered = (lines: readonly string[]): readonly string[] => lines.map((line, index) => `  ${index + 1}. ${line}`)

const section = (title: string, lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : [title, ...lines])

const changed = ({ path, type, from, to }: PlannedChange): string =>
  `  ${path}: ${short(from)} → ${short(to)}${type === 'IGNORE' || type === 'CHANGE' ? '' : `  [${type}]`}`

const phaseLines = (phases: readonly PhaseWords[]): readonly string[] =>
  phases.flatMap(({ phase, does }) => does.map((line, index) => `  ${(index === 0 ? phase : '').padEnd(9)}  ${line}`))

const endLines = ({ then }: PlanWords): readonly string[] => then.filter(line => line.startsWith('(')).map(line => `  ${line}`)

/** Each status write, event and query, for those who want to follow the operator step by step. */
const detailLines = ({ saw, actions, then, waitingFor }: PlanWords): readonly string[] => [
  ...section('seen', Object.entries(saw).map(([name, words]) => `  ${name}: ${words}`)),
  ...section('does', numbered(actions)),
  ...section('then, if all goes well', numbered(then)),
  ...(then.length > 0 || waitingFor === null ? [] : [`waits for ${waitingFor}`]),
]

/** The risk says the same. */
const isNotTheRisk = ({ impact }: PlanWords) => ({ message }: Finding): boolean => !('why' in impact) || !impact.why.endsWith(message)

/** One plan as text for a user. `isVerbose`: with each status write, event and query. */
export const planText = (planned: PlanWords, isVerbose = false): string => {
  const { findings, diff, pending, operation, phases, failing, merged, impact, unseen, deployed } = planned
  const why = deployed === 'nothing' || impact._tag === 'Invalid' ? null : operation?.why ?? null
  return [
    `${planned.resource} (${planned.file}): ${planned.headline}`,
    ...section('not known', [unseenText(unseen)].flatMap(text => (text === null ? [] : [`  ${text}`]))),
    ...section('risk', 'why' in impact ? [`  ${impact.why}`] : []),
    ...section(
      'found',
      findings.filter(isNotTheRisk(planned)).map(({ severity, field, message }) =>
        `  ${severity === 'Error' ? '✗' : '·'} ${field}: ${message}`
      ),
    ),
    ...section('changes', (diff?.changes ?? []).map(changed)),
    ...section('not rolled out yet', pending.map(changed)),
    ...section('compared', merged === null ? [] : [`  ${merged}`]),
    ...section('why', why === null ? [] : [`  ${why}`]),
    ...(isVerbose ? detailLines(planned) : section('what happens', [...phaseLines(phases), ...endLines(planned)])),
    ...section('if it fails', failing.map(({ phase, then }) => `  ${phase.padEnd(9)}  ${then}`)),
  ].join('\n')
}
