import { type OptionError, readOption, type ConfigOption } from '../flink/configuration/option.ts'
import type { Finding } from '../contract/resource/finding.ts'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import type { ValueOf } from './operator-option.ts'

/** Finding for a value that does not parse, with Flink's message (C-D17). */
export const optionFinding = (error: OptionError): Finding => ({
  severity: 'Error',
  field: `flinkConfiguration.${error.key}`,
  message: error.message,
})

/** Values of a table of options, with the options that do not parse. */
export interface OptionsRead<A> {
  readonly options: A
  /** In the order of the table. Each of these options has its default in `options`. */
  readonly errors: readonly OptionError[]
}

/** Reads every option of a table. An option that does not parse adds an error and gets its `unreadable` value, else its default. */
export const readOptions = <T extends Readonly<Record<string, ConfigOption<unknown>>>>(
  configuration: FlinkConfiguration,
  table: T,
): OptionsRead<{ readonly [K in keyof T]: ValueOf<T[K]> }> => {
  const read = Object.entries(table).map(([name, option]) => ({ name, option, value: readOption(configuration, option) }))
  return {
    options: Object.fromEntries(
      read.map(({ name, option, value }) => [name, isLeft(value) ? option.unreadable ?? option.default : value.right]),
    ) as {
      readonly [K in keyof T]: ValueOf<T[K]>
    },
    errors: read.flatMap(({ value }) => (isLeft(value) ? [value.left] : [])),
  }
}
