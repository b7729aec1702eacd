import * as E from 'fp-ts/lib/Either.js'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import { readOption, type ConfigOption } from '../../flink/configuration/option.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import { optionFinding } from '../../options/read-options.ts'

/** A check of the input. Returns no finding if the input passes. Total. */
export type Rule<Input> = (input: Input) => readonly Finding[]

/** One row of a table of rules. `id`: the row of api-and-config.md, section 13, or the deviation that requires the rule. */
export interface RuleRow<Input> {
  readonly id: string
  readonly rule: Rule<Input>
}

/** No finding. */
export const nothing: readonly Finding[] = []

/** An error: the operator rejects the spec. `field`: dotted path in the spec. */
export const error = (field: string, message: string): readonly Finding[] => [{ severity: 'Error', field, message }]

/** Adds the edit that fixes the findings: a merge patch of the spec. The patched spec passes validation (F23). */
export const suggested = (findings: readonly Finding[], suggestion: JsonObject): readonly Finding[] =>
  findings.map(finding => ({ ...finding, suggestion }))

/** Advice: the operator applies the spec and warns the user. */
export const advice = (field: string, message: string): readonly Finding[] => [{ severity: 'Advice', field, message }]

/** An error, if it is wrong. */
export const errorIf = (isWrong: boolean, field: string, message: string): readonly Finding[] => (isWrong ? error(field, message) : nothing)

/** Advice, if it is doubtful. */
export const adviceIf = (
  isDoubtful: boolean,
  field: string,
  message: string,
): readonly Finding[] => (isDoubtful ? advice(field, message) : nothing)

/** Reads an option for a rule. A value that does not parse is reported as a separate error, with Flink's text (C-D17). */
export const withOption = <A>(
  configuration: FlinkConfiguration,
  option: ConfigOption<A>,
  then: (value: A) => readonly Finding[],
): readonly Finding[] => {
  const value = readOption(configuration, option)
  return E.isLeft(value) ? [optionFinding(value.left)] : then(value.right)
}

/** Is the text absent, or white space alone? */
export const isBlank = (text: string | null | undefined): boolean => text == null || text.trim() === ''

const key = ({ severity, field, message }: Finding): string => `${severity} ${field} ${message}`

/** Largest number of findings that are reported. */
export const mostFindings = 40

/** The first findings, then the number of the findings left out. The first error is always included. */
export const boundedFindings = (findings: readonly Finding[]): readonly Finding[] => {
  if (findings.length <= mostFindings) return findings
  const shown = findings.slice(0, mostFindings)
  const first = shown.some(({ severity }) => severity === 'Error') ? null : firstError(findings)
  const rest = findings.length - mostFindings - (first === null ? 0 : 1)
  return [...shown, ...(first === null ? [] : [first]), ...(rest === 0 ? [] : advice('spec', `… and ${rest} more`))]
}

/** Checks many values. Stops once the findings exceed `mostFindings`. */
export const findingsOfEach = <A>(values: readonly A[], find: (value: A) => readonly Finding[]): readonly Finding[] =>
  values.reduce<readonly Finding[]>((found, value) => (found.length > mostFindings ? found : [...found, ...find(value)]), [])

/** Evaluates every rule of a table in order. Drops duplicate findings. The first error is the one in the status. */
export const findingsOf = <Input>(table: readonly RuleRow<Input>[], input: Input): readonly Finding[] =>
  boundedFindings([...new Map(table.flatMap(({ rule }) => rule(input)).map(finding => [key(finding), finding])).values()])

/** The error that the status reports: the first one in the order of the table. */
export const firstError = (findings: readonly Finding[]): Finding | null => findings.find(({ severity }) => severity === 'Error') ?? null
