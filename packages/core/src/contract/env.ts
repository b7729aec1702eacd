import type { FlinkDefaults } from '../flink/configuration/flink-defaults.ts'
import { type OperatorOptions, operatorOptions } from '../options/operator-options.ts'
import type { Finding } from './resource/finding.ts'
import type { EpochMillis } from './resource/time.ts'
import { builtInDefaults } from '../flink/configuration/built-in-defaults.ts'
import { flatten } from '../flink/configuration/layers.ts'
import type { JsonObject } from './resource/json.ts'

/** All inputs of a decision that are neither spec nor status (design.md, section 2). */
export interface Env {
  readonly now: EpochMillis
  /**
   * Since when this process observes with a clock that did not jump: none of its own waits began earlier (F15). Absent: unknown, and the
   * recorded times count.
   */
  readonly steadySince?: EpochMillis
  /** The operator's own options, read from `flinkDefaults` alone; options per resource are read from its configuration. */
  readonly options: OperatorOptions
  /** The base configuration, with the entries per namespace and version still in it (api-and-config.md, section 8). */
  readonly flinkDefaults: FlinkDefaults
  /**
   * True if this operator reconciles FlinkStateSnapshots: their CRD is installed, and the controller runs. Otherwise a created one would
   * stay TRIGGER_PENDING for ever.
   */
  readonly hasSnapshotController: boolean
  /**
   * A user asks why a job is scaled or not: the autoscaler decides a cycle even if none is due. The caller does not perform the decision.
   */
  readonly asksForScaling?: true
  /** How often this resource failed in a row. */
  readonly consecutiveFailures: number
  /** Findings of other validators on this resource (plugins, through the operator). Absent: none. */
  readonly found?: readonly Finding[]
}

/** The configuration of an operator. Absent fields have the values of an operator without any configuration. */
export interface EnvInput {
  readonly now: EpochMillis
  /**
   * Configuration of the operator and of Flink, as in a configuration file: flat keys or nested ones. It overrides the built-in defaults
   * key by key. Default: empty.
   */
  readonly configuration?: JsonObject
  /** Default content of log files, by file name. It overrides the built-in ones. */
  readonly logConfiguration?: FlinkDefaults['logConfiguration']
  /** True if the operator reconciles FlinkStateSnapshots. Default: yes, as with all CRDs installed. */
  readonly hasSnapshotController?: boolean
  /** How often the resource failed in a row. Default: 0. */
  readonly consecutiveFailures?: number
}

/**
 * Creates the `Env` of a decision: built-in defaults, overridden by the configuration, and the operator's options read from both. Total: an
 * invalid option has its default, and `envFindings` reports it.
 */
export const makeEnv = (input: EnvInput): Env => {
  const flinkDefaults = defaultsOf(input)
  const { now, hasSnapshotController = true, consecutiveFailures = 0 } = input
  return { now, options: operatorOptions(flinkDefaults.configuration).options, flinkDefaults, hasSnapshotController, consecutiveFailures }
}

/** The invalid entries of a configuration by key: the value found, and what is allowed. */
export const envFindings = (input: Pick<EnvInput, 'configuration'>): readonly Finding[] =>
  operatorOptions(defaultsOf(input).configuration).findings

const defaultsOf = (
  { configuration = {}, logConfiguration = {} }: Pick<EnvInput, 'configuration' | 'logConfiguration'>,
): FlinkDefaults => ({
  configuration: { ...builtInDefaults.configuration, ...flatten(configuration) },
  logConfiguration: { ...builtInDefaults.logConfiguration, ...logConfiguration },
})
