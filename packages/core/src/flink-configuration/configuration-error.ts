import type { OptionError } from './option.ts'

/** Why no configuration can be made of a spec. `field` is a dotted path of the spec, or `flinkConfiguration.` and the key. */
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
