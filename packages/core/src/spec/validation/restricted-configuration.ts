import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'

/** An entry of `flinkConfiguration`. `written`: the key in the spec. `key`, `value`: what Flink reads. */
export interface ReadEntry {
  readonly written: string
  readonly key: string
  readonly value: string
}

/**
 * Before Flink 2 the configuration file is read line by line. Flink trims the key, cuts the line at `#`, and ends the key at the first `:
 * `, even if that is in the middle of the key in the spec. Such a key must not bypass a restriction.
 */
const readByLines = (written: string, value: string): readonly ReadEntry[] =>
  `${written}: ${value}`.split(/[\r\n]/u).flatMap(line => {
    const [text = ''] = line.split('#', 1)
    const at = text.indexOf(': ')
    return at < 0 ? [] : [{ written, key: text.slice(0, at).trim(), value: text.slice(at + 2).trim() }]
  })

/** Every entry, in each form in which some Flink version may read it. */
export const entriesAsRead = (configuration: FlinkConfiguration): readonly ReadEntry[] =>
  Object.entries(configuration).flatMap(([written, value]) => [
    { written, key: written, value },
    ...readByLines(written, value).filter(it => it.key !== written),
  ])
