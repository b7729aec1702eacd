import * as E from 'fp-ts/lib/Either.js'
import type { FlinkConfiguration } from './flink-defaults.ts'

/**
 * How the text of one kind of value is read and written (api-and-config.md, section 3.3). `parse` answers null for text that is not of the
 * kind.
 */
export interface OptionType<A> {
  /** As the documentation of options names it. */
  readonly name: string
  /** What is accepted, for error messages. */
  readonly expected: string
  readonly parse: (text: string) => A | null
  /**
   * For maps: how the values of the keys `<option>.<entry>` (a "prefix map") make one value. Absent for all other types: they know one key
   * only.
   */
  readonly fromEntries?: (entries: Readonly<Record<string, string>>) => A
}

/** One typed configuration option: its key, the older spellings of the key in the order in which they are tried, and its default. */
export interface ConfigOption<A> {
  readonly key: string
  readonly aliases: readonly string[]
  readonly type: OptionType<NonNullable<A>>
  readonly default: A
  /** In place of the default, where a value is set and can't be read. */
  readonly unreadable?: A
  readonly doc: string
}

/** An option whose text does not parse. `message` is Flink's own (C-D17), in which `key` is always the option's first spelling. */
export interface OptionError {
  /** The spelling under which the value was found. */
  readonly key: string
  readonly found: string
  readonly expected: string
  readonly message: string
}

/** Every spelling of an option, the one that wins first. */
export const keysOf = (option: ConfigOption<unknown>): readonly string[] => [option.key, ...option.aliases]

const has = (configuration: FlinkConfiguration, key: string): boolean => Object.hasOwn(configuration, key)

/** The first spelling of the option that is set; null if none is. Prefix maps count under their prefix. */
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
 * The value of an option: under its own key, else under its older spellings in their order, else (maps) from prefix keys, else its default
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

/** Is the option set under any spelling? */
export const isSet = (configuration: FlinkConfiguration, option: ConfigOption<unknown>): boolean =>
  presentKey(configuration, option) !== null
