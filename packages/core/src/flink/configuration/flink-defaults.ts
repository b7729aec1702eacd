/**
 * A Flink configuration: flat keys, text values, as in a configuration file. Which spelling of a key wins: api-and-config.md, section 3.3.
 */
export type FlinkConfiguration = Readonly<Record<string, string>>

/** The operator's base configuration as loaded from its files, including prefixed entries (api-and-config.md, section 8). */
export interface FlinkDefaults {
  readonly configuration: FlinkConfiguration
  /** Default content of the log files, used if the spec has no `logConfiguration`. */
  readonly logConfiguration: Readonly<Record<string, string>>
}
