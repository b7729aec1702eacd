import { unseenText } from './unseen-text.ts'
import type { PlanWords } from './plan-words.ts'

const short = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

const numbered = (lines: readonly string[]): readonly string[] => lines.map((line, index) => `  ${index + 1}. ${line}`)

const section = (title: string, lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : [title, ...lines])

/** What the edit is, and how it is carried out, in a few words. */
export const headline = ({ deployed, diff, operation, actions, unseen, impact }: PlanWords): string => {
  // a FlinkApplication has no classes of changes: another hash is another deploy
  const what = diff === null ? 'change of the spec' : diff.changes.length === 0 ? 'no change of the spec' : diff.type
  if (unseen.length > 0) return `${deployed === 'nothing' ? 'first deployment' : what}: what would be done is not known`
  if (deployed === 'nothing') return 'first deployment'
  if (impact._tag === 'None') return actions.length === 0 ? 'no change' : 'no change of the resource'
  if (diff?.changes.length === 0) return actions.length === 0 ? 'no change' : what
  if (actions.length === 0) return `${what}: nothing is done`
  const how = operation === null ? '' : `: ${operation.kind} ${operation.mode}`
  return `${what}${how}`
}

/** One plan for a person. */
export const planText = (planned: PlanWords): string => {
  const { findings, diff, operation, actions, waitingFor, then, saw } = planned
  return [
    `${planned.resource} (${planned.file}): ${headline(planned)}`,
    ...section('not known', [unseenText(planned.unseen)].flatMap(text => (text === null ? [] : [`  ${text}`]))),
    ...section('risk', 'why' in planned.impact ? [`  ${planned.impact.why}`] : []),
    ...section('found', findings.map(({ severity, field, message }) => `  ${severity === 'Error' ? '✗' : '·'} ${field}: ${message}`)),
    ...section('changes', (diff?.changes ?? []).map(({ path, type, from, to }) => `  ${path}: ${short(from)} → ${short(to)}  [${type}]`)),
    ...section('why', operation === null ? [] : [`  ${operation.why}`]),
    ...section('seen', Object.entries(saw).map(([name, words]) => `  ${name}: ${words}`)),
    ...section('does', numbered(actions)),
    ...section('then, if all goes well', numbered(then)),
    ...(then.length > 0 || waitingFor === null ? [] : [`waits for ${waitingFor}`]),
  ].join('\n')
}
