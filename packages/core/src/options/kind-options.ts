import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import type { Finding } from '../contract/resource/finding.ts'
import { autoscalerOptions } from './autoscaler-options.ts'
import { blueGreenOptions } from './blue-green-options.ts'
import { optionFinding, readOptions } from './read-options.ts'
import type { ValueOf } from './operator-option.ts'

/** Options of the autoscaler for one job. */
export type AutoscalerOptions = { readonly [K in keyof typeof autoscalerOptions]: ValueOf<(typeof autoscalerOptions)[K]> }

/** Options of one FlinkBlueGreenDeployment. */
export type BlueGreenOptions = { readonly [K in keyof typeof blueGreenOptions]: ValueOf<(typeof blueGreenOptions)[K]> }

/**
 * Reads the options from the effective configuration of a resource. Total: an option that does not parse adds a finding and gets its
 * default.
 */
export const readAutoscalerOptions = (
  configuration: FlinkConfiguration,
): { readonly options: AutoscalerOptions; readonly findings: readonly Finding[] } => {
  const { options, errors } = readOptions(configuration, autoscalerOptions)
  return { options, findings: errors.map(optionFinding) }
}

/** Reads the options from `spec.configuration` of a FlinkBlueGreenDeployment. Total, as above. */
export const readBlueGreenOptions = (
  configuration: FlinkConfiguration,
): { readonly options: BlueGreenOptions; readonly findings: readonly Finding[] } => {
  const { options, errors } = readOptions(configuration, blueGreenOptions)
  return { options, findings: errors.map(optionFinding) }
}
