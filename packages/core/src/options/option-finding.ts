import type { OptionError } from '../flink/configuration/option.ts'
import type { Finding } from '../contract/resource/finding.ts'

/** Finding for a value that does not parse, with Flink's message (C-D17). */
export const optionFinding = (error: OptionError): Finding => ({
  severity: 'Error',
  field: `flinkConfiguration.${error.key}`,
  message: error.message,
})
