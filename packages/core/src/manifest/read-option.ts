import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { olderSpellings, fallbackKeys } from '../flink/configuration/alias-table.ts'
import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import {
  type ConfigOption,
  type OptionType,
  presentKey,
  readOption,
  boolean,
  double,
  integer,
  list,
  map,
  oneOf,
  text,
} from '../flink/configuration/option.ts'
import { parseMapList } from '../flink/configuration/value-text.ts'
import { type ManifestError, manifestError } from './manifest-error.ts'

type Read<A> = E.Either<ManifestError, A>

type TextMap = Readonly<Record<string, string>>

const mapList: OptionType<readonly TextMap[]> = { name: 'List<Map>', expected: 'maps separated by ;', parse: parseMapList }

const option = <A>(key: string, type: ConfigOption<A>['type'], preset: A): ConfigOption<A> => ({
  key,
  aliases: [...olderSpellings(key), ...(fallbackKeys[key] ?? [])],
  type,
  default: preset,
  doc: '',
})

const read = <A>(configuration: FlinkConfiguration, key: string, type: ConfigOption<A>['type'], preset: A): Read<A> =>
  pipe(
    readOption(configuration, option(key, type, preset)),
    E.mapLeft(error => manifestError('Value', error.key, error.message, { more: `Allowed: ${error.expected}.` })),
  )

/** The text of an option under any of its spellings. Null: it is not set. */
export const findText = (configuration: FlinkConfiguration, key: string): string | null => {
  const present = presentKey(configuration, option(key, text, ''))
  return present === null ? null : (configuration[present] ?? null)
}

export const readText = (configuration: FlinkConfiguration, key: string, preset: string): string => findText(configuration, key) ?? preset

export const readInteger = (configuration: FlinkConfiguration, key: string, preset: number): Read<number> =>
  read(configuration, key, integer, preset)

export const readDouble = (configuration: FlinkConfiguration, key: string, preset: number): Read<number> =>
  read(configuration, key, double, preset)

export const readBoolean = (configuration: FlinkConfiguration, key: string, preset: boolean): Read<boolean> =>
  read(configuration, key, boolean, preset)

export const readEnum = <A extends string>(
  configuration: FlinkConfiguration,
  key: string,
  { allowed, preset }: { readonly allowed: readonly A[]; readonly preset: A },
): Read<A> => read<A>(configuration, key, oneOf(...allowed), preset)

export const readList = (configuration: FlinkConfiguration, key: string): Read<readonly string[]> =>
  read<readonly string[]>(configuration, key, list, [])

export const readMap = (configuration: FlinkConfiguration, key: string): Read<TextMap> => read<TextMap>(configuration, key, map, {})

/** Maps separated by `;`. */
export const readMapList = (configuration: FlinkConfiguration, key: string): Read<readonly TextMap[]> =>
  read<readonly TextMap[]>(configuration, key, mapList, [])

/** Entries whose key starts with `prefix`, without it, by key. */
export const prefixed = (configuration: FlinkConfiguration, prefix: string): TextMap =>
  Object.fromEntries(
    Object.keys(configuration)
      .filter(key => key.startsWith(prefix))
      .toSorted()
      .map(key => [key.slice(prefix.length), configuration[key] ?? ''] as const),
  )
