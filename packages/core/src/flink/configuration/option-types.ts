import type { Millis } from '../../contract/resource/time.ts'
import { parseBoolean } from './parse-boolean.ts'
import { parseDuration } from './parse-duration.ts'
import { parseList } from './parse-list.ts'
import { parseMap } from './parse-map.ts'
import { flinkBytes } from './parse-memory.ts'
import { parseDouble, parseInteger } from './parse-number.ts'
import type { OptionType } from './option.ts'

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
