import type { Json } from '../../packages/core/src/contract/resource/json.ts'
import { pumps } from '../../test/linear/pump.ts'
import { changedAt, type JsonPath, pathsOf } from '../json-path.ts'
import type { Random } from '../random.ts'
import { secret } from './hostile-case.ts'

/** A JSON text, or what only begins like one. Texts, and not values: a parser may read what no value can be written as. */
interface Part {
  readonly name: string
  readonly text: string
}

const repeated = (count: number, item: (n: number) => string): string => Array.from({ length: count }, (_, n) => item(n)).join(',')

/** Most are short, so that many are tried; some are of the size at which limits begin. */
const sizeOf = (random: Random): number => (random.chance(0.02) ? 1_000_000 : random.chance(0.15) ? 100_000 : 2_000)

const odd: readonly string[] = [
  'null',
  'true',
  '-1',
  '1e999',
  '-0',
  '0.5',
  '9007199254740993',
  '123456789012345678901234567890',
  '""',
  '[]',
  '{}',
  '{"length":1}',
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":null}',
  `{"${secret}":"${secret}"}`,
  `["${secret}"]`,
  `"${secret}"`,
  '"\\ud800"',
  '"a\\u0000b"',
  '"\\u001b]0;x\\u0007\\u009b31m\\u202e"',
]

const kinds: Readonly<Record<string, (random: Random, size: number) => string>> = {
  odd: random => random.pick(odd),
  text: (random, size) => JSON.stringify(random.pick(pumps).of(size)),
  "a text that is somebody's secret": (_, size) => JSON.stringify(secret.repeat(Math.ceil(size / secret.length))),
  'nested lists': (_, size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  'nested objects': (_, size) => '{"a":'.repeat(size / 6) + '1' + '}'.repeat(size / 6),
  'many items': (random, size) => {
    const item = random.pick(['{}', '[]', '1.5', '""', `"${secret}"`, '{"name":"n","value":"v"}'])
    return `[${repeated(size / item.length, () => item)}]`
  },
  'many fields': (_, size) => `{${repeated(size / 10, n => `"k${n}":1`)}}`,
  'one key, many times': (_, size) => `{${repeated(size / 8, () => '"a":1')}}`,
  'a long number': (_, size) => '1'.repeat(size),
}

const partOf = (random: Random): Part => {
  const name = random.pick(Object.keys(kinds))
  return { name, text: kinds[name]?.(random, sizeOf(random)) ?? '' }
}

/** Stands in a JSON text where a part comes. */
const marker = '@@part@@'

const withPart = (json: Json, random: Random): Part => {
  const paths = pathsOf(json)
  const path: JsonPath = random.chance(0.05) || paths.length === 0 ? [] : random.pick(paths)
  const { name, text } = partOf(random)
  const whole = JSON.stringify(changedAt(json, path, () => marker) ?? null)
  return { name: `${name} at ${path.join('.') || 'the root'}`, text: whole.replace(JSON.stringify(marker), () => text) }
}

const broken: Readonly<Record<string, (random: Random, text: string) => string>> = {
  whole: (_, text) => text,
  'cut off': (random, text) => text.slice(0, random.below(text.length + 1)),
  'said twice': (_, text) => text + text,
  'after blanks': (random, text) => ' '.repeat(sizeOf(random)) + text,
  'no JSON at all': random => random.pick(pumps).of(sizeOf(random)) + secret,
}

/** One of these JSON values with something in it that nobody expects; mostly still JSON. */
export const hostileJson = (random: Random, bases: readonly Json[]): Part => {
  const { name, text } = withPart(random.pick(bases), random)
  const how = random.chance(0.85) ? 'whole' : random.pick(Object.keys(broken))
  return { name: how === 'whole' ? name : `${how}: ${name}`, text: broken[how]?.(random, text) ?? text }
}
