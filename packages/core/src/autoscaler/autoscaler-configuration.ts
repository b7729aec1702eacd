import type { FlinkConfiguration } from '../flink-configuration/flink-defaults.ts'
import { isSet } from '../flink-configuration/option.ts'
import { autoscalerOptions } from '../operator-options/autoscaler-options.ts'
import { type AutoscalerOptions, readAutoscalerOptions } from '../operator-options/kind-options.ts'
import type { Finding } from '../resource/finding.ts'
import type { Profile } from './profile.ts'

/**
 * How a new parallelism is aligned with partitions or key groups (autoscaler.md, section 5.6). `BALANCED`, `EVENLY_SPREAD` and `OFF` never
 * block a scaling; the two `BLOCKING_` ones are those of the deprecated option.
 */
export type AlignmentMode = 'BALANCED' | 'EVENLY_SPREAD' | 'OFF' | 'BLOCKING_EVENLY_SPREAD' | 'BLOCKING_MAXIMIZE_UTILISATION'

/** Options of the autoscaler for one job: one field an option (autoscaler.md, section 7), durations in milliseconds. */
export interface AutoscalerConfiguration extends AutoscalerOptions {
  readonly alignmentMode: AlignmentMode
  /** What the options were read from; memory tuning reads Flink's own. */
  readonly flinkConfiguration: FlinkConfiguration
}

const blockingMode = (name: string): AlignmentMode =>
  name.toUpperCase() === 'MAXIMIZE_UTILISATION' ? 'BLOCKING_MAXIMIZE_UTILISATION' : 'BLOCKING_EVENLY_SPREAD'

/** Another name is that of a plugin in Java, which is not there: BALANCED. */
const modeOf = (name: string): AlignmentMode =>
  (['BALANCED', 'EVENLY_SPREAD', 'OFF'] as const).find(it => it === name.toUpperCase()) ?? 'BALANCED'

const alignmentMode = (configuration: FlinkConfiguration, options: AutoscalerOptions, profile: Profile): AlignmentMode => {
  if (profile === '1.15.0') return blockingMode(options.scalingKeyGroupPartitionsAdjustMode)
  return !isSet(configuration, autoscalerOptions.scalingParallelismAlignmentMode)
      && isSet(configuration, autoscalerOptions.scalingKeyGroupPartitionsAdjustMode)
    ? blockingMode(options.scalingKeyGroupPartitionsAdjustMode)
    : modeOf(options.scalingParallelismAlignmentMode)
}

/** From the flat configuration of a job. Total: an option that does not parse gives a finding and has its default. */
export const autoscalerConfiguration = (
  flinkConfiguration: FlinkConfiguration,
  profile: Profile,
): { readonly configuration: AutoscalerConfiguration; readonly findings: readonly Finding[] } => {
  const { options, findings } = readAutoscalerOptions(flinkConfiguration)
  return { configuration: { ...options, alignmentMode: alignmentMode(flinkConfiguration, options, profile), flinkConfiguration }, findings }
}
