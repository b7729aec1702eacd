import type { Env } from './env.ts'
import { builtInDefaults } from './flink-configuration/built-in-defaults.ts'
import { flatten } from './flink-configuration/flatten.ts'
import type { FlinkDefaults } from './flink-configuration/flink-defaults.ts'
import { operatorOptions } from './operator-options/operator-options.ts'
import type { Finding } from './resource/finding.ts'
import type { JsonObject } from './resource/json.ts'
import type { EpochMillis } from './resource/time.ts'

/** What an operator is configured with; whatever is left out is as an operator without any configuration has it. */
export interface EnvInput {
  readonly now: EpochMillis
  /**
   * Of the operator and of Flink, as in a configuration file: flat keys or nested ones. It is laid over the built-in defaults key by key.
   * Default: nothing.
   */
  readonly configuration?: JsonObject
  /** Default content of log files, by file name; laid over the built-in ones. */
  readonly logConfiguration?: FlinkDefaults['logConfiguration']
  /** Are FlinkStateSnapshots carried out? Default: yes, as by an operator whose CRDs are all installed. */
  readonly hasSnapshotController?: boolean
  /** How often the resource failed in a row. Default: 0. */
  readonly consecutiveFailures?: number
}

/**
 * The `Env` of a decision, whole: built-in defaults, the configuration over them, the operator's options read from both. Total: an option
 * that can't be read has its default, and is told by `envFindings`.
 */
export const makeEnv = (input: EnvInput): Env => {
  const flinkDefaults = defaultsOf(input)
  const { now, hasSnapshotController = true, consecutiveFailures = 0 } = input
  return { now, options: operatorOptions(flinkDefaults.configuration).options, flinkDefaults, hasSnapshotController, consecutiveFailures }
}

/** What of a configuration is not understood, by its key: what was found, and what is allowed. */
export const envFindings = (input: Pick<EnvInput, 'configuration'>): readonly Finding[] =>
  operatorOptions(defaultsOf(input).configuration).findings

const defaultsOf = (
  { configuration = {}, logConfiguration = {} }: Pick<EnvInput, 'configuration' | 'logConfiguration'>,
): FlinkDefaults => ({
  configuration: { ...builtInDefaults.configuration, ...flatten(configuration) },
  logConfiguration: { ...builtInDefaults.logConfiguration, ...logConfiguration },
})
