import * as E from 'fp-ts/lib/Either.js'
import type { FlinkConfiguration } from '../flink-configuration/flink-defaults.ts'
import { readOption, type ConfigOption } from '../flink-configuration/option.ts'
import type { Finding } from '../resource/finding.ts'
import type { JsonObject } from '../resource/json.ts'
import { optionFinding } from '../operator-options/option-finding.ts'

/** Looks at one thing; finds nothing where it is right. Total. */
export type Rule<Input> = (input: Input) => readonly Finding[]

/** One line of a table of rules. `id`: the row of api-and-config.md, section 13, or the deviation that asks for it. */
export interface RuleRow<Input> {
  readonly id: string
  readonly rule: Rule<Input>
}

export const nothing: readonly Finding[] = []

/** The spec is not followed. `field`: dotted path of the spec. */
export const error = (field: string, message: string): readonly Finding[] => [{ severity: 'Error', field, message }]

/** With the edit that follows what is said: a merge patch of the spec, which is accepted (F23). */
export const suggested = (findings: readonly Finding[], suggestion: JsonObject): readonly Finding[] =>
  findings.map(finding => ({ ...finding, suggestion }))

/** The spec is followed, and people are told. */
export const advice = (field: string, message: string): readonly Finding[] => [{ severity: 'Advice', field, message }]

export const errorIf = (isWrong: boolean, field: string, message: string): readonly Finding[] => (isWrong ? error(field, message) : nothing)

export const adviceIf = (
  isDoubtful: boolean,
  field: string,
  message: string,
): readonly Finding[] => (isDoubtful ? advice(field, message) : nothing)

/** Reads an option for a rule. A value that does not parse is an error of its own, in Flink's words (C-D17). */
export const withOption = <A>(
  configuration: FlinkConfiguration,
  option: ConfigOption<A>,
  then: (value: A) => readonly Finding[],
): readonly Finding[] => {
  const value = readOption(configuration, option)
  return E.isLeft(value) ? [optionFinding(value.left)] : then(value.right)
}

export const isBlank = (text: string | null | undefined): boolean => text == null || text.trim() === ''

const key = ({ severity, field, message }: Finding): string => `${severity} ${field} ${message}`

/** So many findings are told; nobody reads more. */
export const mostFindings = 40

/** The first findings, and how many more there are. The first error is always among them. */
export const boundedFindings = (findings: readonly Finding[]): readonly Finding[] => {
  if (findings.length <= mostFindings) return findings
  const shown = findings.slice(0, mostFindings)
  const first = shown.some(({ severity }) => severity === 'Error') ? null : firstError(findings)
  const rest = findings.length - mostFindings - (first === null ? 0 : 1)
  return [...shown, ...(first === null ? [] : [first]), ...(rest === 0 ? [] : advice('spec', `… and ${rest} more`))]
}

/** What is found of many values: once enough of them are wrong, the rest is not looked at. */
export const findingsOfEach = <A>(values: readonly A[], find: (value: A) => readonly Finding[]): readonly Finding[] =>
  values.reduce<readonly Finding[]>((found, value) => (found.length > mostFindings ? found : [...found, ...find(value)]), [])

/** Every rule of a table, in its order; what two rules find alike is told once. The first error is the one that is reported. */
export const findingsOf = <Input>(table: readonly RuleRow<Input>[], input: Input): readonly Finding[] =>
  boundedFindings([...new Map(table.flatMap(({ rule }) => rule(input)).map(finding => [key(finding), finding])).values()])

/** The error that is reported: the first in the order of the table. */
export const firstError = (findings: readonly Finding[]): Finding | null => findings.find(({ severity }) => severity === 'Error') ?? null
