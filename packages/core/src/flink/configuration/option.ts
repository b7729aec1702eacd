import * as E from 'fp-ts/lib/Either.js'
import type { FlinkConfiguration } from './flink-defaults.ts'
import type { Millis } from '../../contract/resource/time.ts'
import { parseBoolean, parseList, parseMap, parseDouble, parseInteger } from './value-text.ts'
import { parseDuration } from './parse-duration.ts'
import { flinkBytes } from './parse-memory.ts'

/**
 * The type of an option value (api-and-config.md, section 3.3). `parse` returns null if the text does not have the type.
 */
export interface OptionType<A> {
  /** Name of the type in the documentation of options. */
  readonly name: string
  /** The accepted values, for error messages. */
  readonly expected: string
  readonly parse: (text: string) => A | null
  /**
   * For maps: builds the value from the keys `<option>.<entry>` (a "prefix map"). Absent for all other types: they have only one key.
   */
  readonly fromEntries?: (entries: Readonly<Record<string, string>>) => A
}

/** A typed configuration option: its key, the older spellings of the key in the order of lookup, and its default. */
export interface ConfigOption<A> {
  readonly key: string
  readonly aliases: readonly string[]
  readonly type: OptionType<NonNullable<A>>
  readonly default: A
  /** Replaces the default if a value is set but does not parse. */
  readonly unreadable?: A
  readonly doc: string
}

/** An option whose text does not parse. `message` is Flink's message (C-D17), which always has the option's first spelling as key. */
export interface OptionError {
  /** The spelling that the configuration uses. */
  readonly key: string
  readonly found: string
  readonly expected: string
  readonly message: string
}

/** Every spelling of an option, in descending precedence. */
export const keysOf = (option: ConfigOption<unknown>): readonly string[] => [option.key, ...option.aliases]

const has = (configuration: FlinkConfiguration, key: string): boolean => Object.hasOwn(configuration, key)

/** The first spelling of the option that is set; null if none is set. A prefix map counts as its prefix. */
export const presentKey = (configuration: FlinkConfiguration, option: ConfigOption<unknown>): string | null =>
  has(configuration, option.key)
    ? option.key
    : (option.aliases.find(key => has(configuration, key)) ?? null)

const prefixEntries = (configuration: FlinkConfiguration, key: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(configuration).filter(([it]) => it.startsWith(`${key}.`)).map(([it, value]) => [it.slice(key.length + 1), value]),
  )

const fromPrefix = <A>(configuration: FlinkConfiguration, option: ConfigOption<A>): A => {
  const { fromEntries } = option.type
  if (fromEntries === undefined) return option.default
  const entries = keysOf(option).map(key => prefixEntries(configuration, key)).find(it => Object.keys(it).length > 0)
  return entries === undefined ? option.default : fromEntries(entries)
}

/**
 * Reads an option: from its key, else from its older spellings in order, else (maps) from prefix keys, else its default
 * (api-and-config.md, section 3.3).
 */
export const readOption = <A>(configuration: FlinkConfiguration, option: ConfigOption<A>): E.Either<OptionError, A> => {
  const key = presentKey(configuration, option)
  if (key === null) return E.right(fromPrefix(configuration, option))
  const found = configuration[key] ?? ''
  const value = option.type.parse(found)
  return value === null
    ? E.left({ key, found, expected: option.type.expected, message: `Could not parse value '${found}' for key '${option.key}'.` })
    : E.right(value)
}

/** True if the option is set in any spelling. */
export const isSet = (configuration: FlinkConfiguration, option: ConfigOption<unknown>): boolean =>
  presentKey(configuration, option) !== null

/** The types of options (api-and-config.md, section 3.3), as values for the tables of options. */
export const text: OptionType<string> = { name: 'String', expected: 'any text', parse: it => it }

export const boolean: OptionType<boolean> = { name: 'Boolean', expected: 'true or false', parse: parseBoolean }

export const integer: OptionType<number> = { name: 'Integer', expected: 'a whole number of at most 32 bits', parse: parseInteger }

export const double: OptionType<number> = { name: 'Double', expected: 'a decimal number', parse: parseDouble }

export const duration: OptionType<Millis> = {
  name: 'Duration',
  expected: 'digits and one unit of d, h, min, s, ms, µs, ns, such as 10 min; no unit means milliseconds',
  parse: parseDuration,
}

/** Bytes, exact. */
export const memorySize: OptionType<bigint> = {
  name: 'MemorySize',
  expected: 'digits and one unit of b, kb, mb, gb, tb, such as 2 gb',
  parse: flinkBytes,
}

/** Bytes as a number, which JSON supports. Only for sizes far below 2^53. */
export const size: OptionType<number> = {
  name: memorySize.name,
  expected: memorySize.expected,
  parse: it => {
    const bytes = flinkBytes(it)
    return bytes === null || bytes > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(bytes)
  },
}

export const list: OptionType<readonly string[]> = { name: 'List<String>', expected: 'elements separated by ;', parse: parseList }

export const map: OptionType<Readonly<Record<string, string>>> = {
  name: 'Map',
  expected: 'key:value pairs separated by ,',
  parse: parseMap,
  fromEntries: entries => entries,
}

/** One of the given names, in any case. The value has the case given here. */
export const oneOf = <const A extends string>(...values: readonly A[]): OptionType<A> => ({
  name: 'Enum',
  expected: values.join(', '),
  parse: it => values.find(value => value.toUpperCase() === it.toUpperCase()) ?? null,
})

/** A list of the given names, in any case. The values have the case given here; blank elements are ignored. */
export const listFrom = <const A extends string>(values: readonly A[]): OptionType<readonly A[]> => {
  const { parse } = oneOf(...values)
  return {
    name: list.name,
    expected: `elements separated by ;, out of ${values.join(', ')}`,
    parse: it => {
      const found = parseList(it)?.filter(element => element.trim() !== '').map(element => parse(element.trim())) ?? null
      return found === null || found.includes(null) ? null : found.flatMap(element => (element === null ? [] : [element]))
    },
  }
}
