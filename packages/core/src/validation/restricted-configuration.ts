import type { FlinkConfiguration } from '../flink-configuration/flink-defaults.ts'

/** An entry of `flinkConfiguration`: the key that the spec has, and what Flink reads. */
export interface ReadEntry {
  readonly written: string
  readonly key: string
  readonly value: string
}

/**
 * Before Flink 2 the configuration is a file of lines: blanks around a key do not count, a `#` ends a line, and the first `: ` ends the
 * key, also one in the middle of what the spec has as a key. What is forbidden must not come in by such a key.
 */
const readByLines = (written: string, value: string): readonly ReadEntry[] =>
  `${written}: ${value}`.split(/[\r\n]/u).flatMap(line => {
    const [text = ''] = line.split('#', 1)
    const at = text.indexOf(': ')
    return at < 0 ? [] : [{ written, key: text.slice(0, at).trim(), value: text.slice(at + 2).trim() }]
  })

/** Every entry in each way in which some version of Flink may read it. */
export const entriesAsRead = (configuration: FlinkConfiguration): readonly ReadEntry[] =>
  Object.entries(configuration).flatMap(([written, value]) => [
    { written, key: written, value },
    ...readByLines(written, value).filter(it => it.key !== written),
  ])
