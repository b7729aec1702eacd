import type { OptionError } from './option.ts'

/** Why the operator can not build a configuration from a spec. `field`: dotted path in the spec, or `flinkConfiguration.` and the key. */
export interface ConfigurationError {
  readonly field: string
  readonly found: string
  readonly expected: string
  readonly message: string
}

/** An option of the configuration that does not parse. */
export const optionConfigurationError = ({ key, found, expected, message }: OptionError): ConfigurationError => ({
  field: `flinkConfiguration.${key}`,
  found,
  expected,
  message,
})
