import type { OptionError } from '../flink-configuration/option.ts'
import type { Finding } from '../resource/finding.ts'

/** A value that does not parse, as a finding; the message is Flink's own (C-D17). */
export const optionFinding = (error: OptionError): Finding => ({
  severity: 'Error',
  field: `flinkConfiguration.${error.key}`,
  message: error.message,
})
