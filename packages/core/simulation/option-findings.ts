import { flinkOptions } from '../src/flink-configuration/flink-options.ts'
import { keysOf } from '../src/flink-configuration/option.ts'
import { operatorPrefix } from '../src/operator-options/operator-option.ts'
import { optionTable } from '../src/operator-options/option-table.ts'
import { readOptions } from '../src/operator-options/read-options.ts'
import type { Finding } from '../src/resource/finding.ts'

/** Keys below which anything may stand: what is below is no option of its own. */
const open: readonly string[] = [
  `${operatorPrefix}default-configuration.`,
  `${operatorPrefix}metrics.`,
  ...Object.values(optionTable).filter(({ type }) => 'fromEntries' in type).flatMap(option => keysOf(option).map(key => `${key}.`)),
]
const known: readonly string[] = Object.values(optionTable).flatMap(option => keysOf(option))

const isUnknown = (key: string): boolean =>
  (key.startsWith(operatorPrefix) || key.startsWith('job.autoscaler.')) && !known.includes(key)
  && !open.some(prefix => key.startsWith(prefix))

/**
 * What is wrong with options that somebody hands in: values that can't be read, which count as not given, and keys of the operator that
 * there are not. Keys of Flink are those of its version, so none of them is unknown here.
 */
export const optionFindings = (options: Readonly<Record<string, string>>): readonly Finding[] => {
  const errors = [...readOptions(options, optionTable).errors, ...readOptions(options, flinkOptions).errors]
  const unread = new Map(errors.map(({ key, message }) => [key, message]))
  return [
    ...[...unread].map(([key, message]): Finding => ({ severity: 'Error', field: `options.${key}`, message })),
    ...Object.keys(options).filter(isUnknown).map((key): Finding => ({
      severity: 'Error',
      field: `options.${key}`,
      message: 'the operator has no such option, so nothing of it is checked',
    })),
  ]
}
