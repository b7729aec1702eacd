import { flatten } from '../../src/flink-configuration/flatten.ts'
import { keysOf } from '../../src/flink-configuration/option.ts'
import { autoscalerOptions } from '../../src/operator-options/autoscaler-options.ts'
import type { Finding } from '../../src/resource/finding.ts'
import type { JsonObject } from '../../src/resource/json.ts'
import { autoscalerAdvice } from '../../src/validation/autoscaler-advice.ts'
import { autoscalerOptionsReadable } from '../../src/validation/autoscaler-options-readable.ts'
import { autoscalerRules } from '../../src/validation/autoscaler-rules.ts'
import { type AutoscalerConfiguration, autoscalerConfiguration } from '../../src/autoscaler/autoscaler-configuration.ts'
import type { Profile } from '../../src/autoscaler/profile.ts'

/** Every spelling of every option of the autoscaler. */
export const autoscalerKeys: readonly string[] = Object.values(autoscalerOptions).flatMap(option => keysOf(option))

/** The key that is meant, also without its prefix `job.autoscaler.`; null: there is no such option. */
export const autoscalerKey = (text: string): string | null =>
  [text, `job.autoscaler.${text}`].find(key => autoscalerKeys.includes(key)) ?? null

/** The options of the autoscaler that a document sets, and what is wrong with them. */
export interface PlannedOptions {
  readonly configuration: AutoscalerConfiguration
  readonly findings: readonly Finding[]
}

/** The autoscaler's options of a `flinkConfiguration` with others over it, as if it were on; what is wrong or doubtful with them. */
export const plannedOptions = (
  flinkConfiguration: JsonObject,
  over: Readonly<Record<string, string>>,
  profile: Profile,
): PlannedOptions => {
  const configuration = { ...flatten(flinkConfiguration), ...over, 'job.autoscaler.enabled': 'true' }
  return {
    configuration: autoscalerConfiguration(configuration, profile).configuration,
    findings: [autoscalerRules, autoscalerOptionsReadable, autoscalerAdvice].flatMap(rule => rule({ configuration })),
  }
}
