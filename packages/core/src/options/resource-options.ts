import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import { flinkOptions } from '../flink/configuration/flink-options.ts'
import { highAvailabilityMode, type HighAvailabilityMode } from '../flink/configuration/high-availability-mode.ts'
import type { Finding } from '../contract/resource/finding.ts'
import { optionFinding, readOptions } from './read-options.ts'
import type { OperatorOption, ValueOf } from './operator-option.ts'
import { optionTable, type OptionTable } from './option-table.ts'

type ResourceName = {
  [K in keyof OptionTable]: OptionTable[K] extends OperatorOption<infer _, 'resource' | 'both'> ? K : never
}[keyof OptionTable]

/** Options of Flink that decisions about a resource need. */
const flinkPart = {
  savepointDirectory: flinkOptions.savepointDirectory,
  checkpointDirectory: flinkOptions.checkpointDirectory,
  checkpointingInterval: flinkOptions.checkpointingInterval,
  checkpointingTimeout: flinkOptions.checkpointingTimeout,
  tolerableFailedCheckpoints: flinkOptions.tolerableFailedCheckpoints,
  checkpointsNumRetained: flinkOptions.checkpointsNumRetained,
  restPort: flinkOptions.restPort,
  restTls: flinkOptions.restTls,
  jobManagerScheduler: flinkOptions.jobManagerScheduler,
  schedulerMode: flinkOptions.schedulerMode,
  numberOfTaskSlots: flinkOptions.numberOfTaskSlots,
  highAvailabilityStorageDir: flinkOptions.highAvailabilityStorageDir,
} as const

type FlinkPart = { readonly [K in keyof typeof flinkPart]: ValueOf<(typeof flinkPart)[K]> }

/**
 * The options of one resource (api-and-config.md, section 12: where = r), and the options of Flink that decisions need. Durations in
 * milliseconds; null: unset, no value.
 */
export type ResourceOptions = { readonly [K in ResourceName]: ValueOf<OptionTable[K]> } & FlinkPart & {
  readonly highAvailability: HighAvailabilityMode
}

/** The rows of the table that `resourceOptions` reads. */
export const resourceScopeOptions = Object.fromEntries(
  Object.entries(optionTable).filter(([, option]) => option.scope !== 'system'),
) as unknown as Pick<OptionTable, ResourceName>

const table = { ...resourceScopeOptions, ...flinkPart } as const

/**
 * Reads the options of a resource from its effective (deploy or observe) configuration. Total: an option that does not parse adds a finding
 * with Flink's message (C-D17) and gets its default.
 */
export const resourceOptions = (
  configuration: FlinkConfiguration,
): { readonly options: ResourceOptions; readonly findings: readonly Finding[] } => {
  const { options, errors } = readOptions(configuration, table)
  return { options: { ...options, highAvailability: highAvailabilityMode(configuration) }, findings: errors.map(optionFinding) }
}
