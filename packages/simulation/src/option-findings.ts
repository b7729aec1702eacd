import { flinkOptions, keysOf } from '@flink-operator/core/flink-configuration'
import { operatorPrefix, optionTable, readOptions } from '@flink-operator/core/operator-options'
import type { Finding } from '@flink-operator/core/resource'

/** Key prefixes below which any key is allowed: a key below one of them is not an option of the operator's own. */
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
 * Finds what is wrong with options that a user passes in: values that can't be read (they count as not given) and unknown operator
 * keys. Flink's keys depend on the Flink version, so this check accepts any of them.
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
