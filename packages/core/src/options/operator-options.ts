import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import type { Finding } from '../contract/resource/finding.ts'
import type { OperatorOption, ValueOf } from './operator-option.ts'
import { optionTable, type OptionTable } from './option-table.ts'
import { optionFinding, readOptions } from './read-options.ts'

type SystemName = {
  [K in keyof OptionTable]: OptionTable[K] extends OperatorOption<infer _, 'system' | 'both'> ? K : never
}[keyof OptionTable]

/** The operator's own options (api-and-config.md, section 12: where = s). Durations in milliseconds; null: unset, no value. */
export type OperatorOptions = { readonly [K in SystemName]: ValueOf<OptionTable[K]> }

/** The rows of the table that `operatorOptions` reads. */
export const systemOptions = Object.fromEntries(
  Object.entries(optionTable).filter(([, option]) => option.scope !== 'resource'),
) as unknown as Pick<OptionTable, SystemName>

/**
 * Reads the operator's own options from its configuration: the base, or the layers for a namespace and version (`layers.ts`). Total: an
 * option that does not parse adds a finding and gets its default.
 */
export const operatorOptions = (
  configuration: FlinkConfiguration,
): { readonly options: OperatorOptions; readonly findings: readonly Finding[] } => {
  const { options, errors } = readOptions(configuration, systemOptions)
  return { options, findings: errors.map(optionFinding) }
}
