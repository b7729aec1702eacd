import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import { isSet } from '../flink/configuration/option.ts'
import { autoscalerOptions } from '../options/autoscaler-options.ts'
import { type AutoscalerOptions, readAutoscalerOptions } from '../options/kind-options.ts'
import type { Finding } from '../contract/resource/finding.ts'

/**
 * Version of the reference autoscaler whose rules apply (autoscaler.md, section 0.1). `1.15.0`: the released version with its faults, for
 * comparison. `main`: the newer rules, with the faults of section 13 fixed; the default.
 */
export type Profile = '1.15.0' | 'main'

/** The default profile. */
export const defaultProfile: Profile = 'main'

/**
 * How a new parallelism is aligned with partitions or key groups (autoscaler.md, section 5.6). `BALANCED`, `EVENLY_SPREAD` and `OFF` never
 * block a scaling. The two `BLOCKING_` modes come from the deprecated option.
 */
export type AlignmentMode = 'BALANCED' | 'EVENLY_SPREAD' | 'OFF' | 'BLOCKING_EVENLY_SPREAD' | 'BLOCKING_MAXIMIZE_UTILISATION'

/** Options of the autoscaler for one job (autoscaler.md, section 7). Durations in milliseconds. */
export interface AutoscalerConfiguration extends AutoscalerOptions {
  readonly alignmentMode: AlignmentMode
  /** The configuration that the options were read from. Memory tuning also reads options of Flink from it. */
  readonly flinkConfiguration: FlinkConfiguration
}

const blockingMode = (name: string): AlignmentMode =>
  name.toUpperCase() === 'MAXIMIZE_UTILISATION' ? 'BLOCKING_MAXIMIZE_UTILISATION' : 'BLOCKING_EVENLY_SPREAD'

/** Any other name is that of a Java plugin, which this operator does not support: BALANCED. */
const modeOf = (name: string): AlignmentMode =>
  (['BALANCED', 'EVENLY_SPREAD', 'OFF'] as const).find(it => it === name.toUpperCase()) ?? 'BALANCED'

const alignmentMode = (configuration: FlinkConfiguration, options: AutoscalerOptions, profile: Profile): AlignmentMode => {
  if (profile === '1.15.0') return blockingMode(options.scalingKeyGroupPartitionsAdjustMode)
  return !isSet(configuration, autoscalerOptions.scalingParallelismAlignmentMode)
      && isSet(configuration, autoscalerOptions.scalingKeyGroupPartitionsAdjustMode)
    ? blockingMode(options.scalingKeyGroupPartitionsAdjustMode)
    : modeOf(options.scalingParallelismAlignmentMode)
}

/** Reads the options from the flat configuration of a job. Total: an option that does not parse adds a finding and gets its default. */
export const autoscalerConfiguration = (
  flinkConfiguration: FlinkConfiguration,
  profile: Profile,
): { readonly configuration: AutoscalerConfiguration; readonly findings: readonly Finding[] } => {
  const { options, findings } = readAutoscalerOptions(flinkConfiguration)
  return { configuration: { ...options, alignmentMode: alignmentMode(flinkConfiguration, options, profile), flinkConfiguration }, findings }
}
