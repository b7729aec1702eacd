/**
 * A Flink configuration: flat keys, text values, as in a configuration file. Which spelling of a key wins: api-and-config.md, section 3.3.
 */
export type FlinkConfiguration = Readonly<Record<string, string>>

/** The operator's base configuration as it was loaded from its files, prefixed entries and all (api-and-config.md, section 8). */
export interface FlinkDefaults {
  readonly configuration: FlinkConfiguration
  /** Default content of the log files, used where the spec gives no `logConfiguration`. */
  readonly logConfiguration: Readonly<Record<string, string>>
}
