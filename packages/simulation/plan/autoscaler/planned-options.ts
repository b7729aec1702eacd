import { type AutoscalerConfiguration, autoscalerConfiguration, type Profile } from '@flink-operator/core/autoscaler'
import { flattenConfiguration as flatten, keysOf } from '@flink-operator/core/flink-configuration'
import { autoscalerOptions } from '@flink-operator/core/operator-options'
import type { Finding, JsonObject } from '@flink-operator/core/resource'
import { autoscalerAdvice, autoscalerOptionsReadable, autoscalerRules } from '@flink-operator/core/validation'

/** Every spelling of every option of the autoscaler. */
export const autoscalerKeys: readonly string[] = Object.values(autoscalerOptions).flatMap(option => keysOf(option))

/** The key of the option, for a text with or without the prefix `job.autoscaler.`; null: no such option exists. */
export const autoscalerKey = (text: string): string | null =>
  [text, `job.autoscaler.${text}`].find(key => autoscalerKeys.includes(key)) ?? null

/** The autoscaler options of a document, and the findings about them. */
export interface PlannedOptions {
  readonly configuration: AutoscalerConfiguration
  readonly findings: readonly Finding[]
}

/** The autoscaler's options of a `flinkConfiguration` with others over it, as if it were enabled, and the findings about them. */
export const plannedOptions = (
  flinkConfiguration: JsonObject,
  over: Readonly<Record<string, string>>,
  profile: Profile,
): PlannedOptions => {
  const configuration = { ...flatten(flinkConfiguration), ...over, 'job.autoscaler.enabled': 'true' }
  return {
    configuration: autoscalerConfiguration(configuration, profile).configuration,
    findings: [autoscalerRules, autoscalerOptionsReadable, autoscalerAdvice].flatMap(rule => rule({ configuration, flinkVersion: null })),
  }
}
