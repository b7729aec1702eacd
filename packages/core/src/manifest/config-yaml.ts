import { aliasTable, withoutKeys } from '../flink/configuration/alias-table.ts'
import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { yamlText } from '../crd/exact-yaml.ts'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import { type ManifestError, manifestError } from './manifest-error.ts'
import { readList } from './read-option.ts'

/** The configuration with every option under its canonical key, with the value that Flink reads: that of the first spelling that is set. */
export const canonicalKeys = (configuration: FlinkConfiguration): FlinkConfiguration =>
  aliasTable.reduce((before, group) => {
    const [canonical] = group
    const found = group.find(key => Object.hasOwn(before, key))
    return found === undefined ? before : { ...withoutKeys(before, group), [canonical]: before[found] ?? '' }
  }, configuration)

const programArgs = '$internal.application.program-args'

interface Entry {
  readonly path: readonly string[]
  readonly value: Json
}

/** Entries as nested maps, keys in code unit order. No path is a prefix of another. */
const nested = (entries: readonly Entry[]): JsonObject => {
  const byHead = new Map<string, Entry[]>()
  for (const entry of entries) {
    const [head = ''] = entry.path
    const below = byHead.get(head)
    if (below === undefined) byHead.set(head, [entry])
    else below.push(entry)
  }
  return Object.fromEntries(
    [...byHead].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([head, below]) => {
      const leaf = below.find(({ path }) => path.length === 1)
      return [head, leaf === undefined ? nested(below.map(({ path, value }) => ({ path: path.slice(1), value }))) : leaf.value] as const
    }),
  )
}

/** No option and no spec has a longer key; such a key is not split. */
const longestKey = 1_024

const partsOf = (key: string): readonly string[] => (key.length > longestKey ? [key] : key.split('.'))

const prefixesOf = (key: string): readonly string[] => {
  const parts = partsOf(key)
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'))
}

/** A key that is also the prefix of another one can't be written as nested YAML. */
const overlap = (configuration: FlinkConfiguration): ManifestError | null => {
  const [first] = Object.keys(configuration).toSorted().flatMap(key => {
    const prefix = prefixesOf(key).find(it => Object.hasOwn(configuration, it))
    return prefix === undefined ? [] : [{ key, prefix }]
  })
  return first === undefined
    ? null
    : manifestError(
      'OverlappingKeys',
      first.prefix,
      `Overlapping key prefixes detected (${first.prefix} -> ${first.key}), please replace with Flink v2 compatible, non-deprecated keys.`,
    )
}

const valueOf = (configuration: FlinkConfiguration, key: string): E.Either<ManifestError, Json> =>
  key === programArgs ? readList(configuration, key) : E.right(configuration[key] ?? '')

/**
 * `config.yaml` of Flink 2 (cluster-manifests.md, sections 5.3 and 5.4): nested maps, all values strings, but the program's arguments a
 * list. Deprecated keys are written under the names that Flink 2 knows, so that `high-availability` beside `high-availability.storageDir`
 * is no overlap.
 */
export const configYaml = (given: FlinkConfiguration): E.Either<ManifestError, string> => {
  const configuration = canonicalKeys(given)
  const mistake = overlap(configuration)
  if (mistake !== null) return E.left(mistake)
  return pipe(
    Object.keys(configuration),
    E.traverseArray(key => pipe(valueOf(configuration, key), E.map(value => ({ path: partsOf(key), value })))),
    // the parser of Flink does not take every block scalar, such as one of line breaks alone (U01)
    E.map(entries => yamlText(nested(entries), { singleQuote: true, blockQuote: false })),
  )
}
