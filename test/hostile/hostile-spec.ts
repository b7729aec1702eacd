/**
 * Specs that a tenant with ill intent may write. They are short descriptions; `made` makes the resource, which may be large, when it is
 * needed.
 */
import { object, validResources } from '../../packages/kinds/fixtures/admission.ts'
import { type KindName, kindNames } from '@flink-operator/kinds'
import type { Json, JsonObject } from '../../packages/core/src/contract/resource/json.ts'
import { type Path, placed, textFieldsOf } from '../linear/kind-field.ts'
import { type Pump, pumps } from '../linear/pump.ts'

export interface HostileSpec {
  readonly name: string
  readonly kind: KindName
  readonly made: () => JsonObject
}

const specOf = (kind: KindName): JsonObject => (validResources[kind] ?? {})['spec'] as JsonObject

const withValue = (kind: KindName, path: Path, value: Json): JsonObject =>
  object(kind, { spec: placed(specOf(kind), path, value) as JsonObject })

/** As the API server hands it over: a name such as `__proto__` is a field of its own only so. */
const parsed = (text: string): Json => JSON.parse(text) as Json

const times = (count: number, item: (n: number) => string): string => Array.from({ length: count }, (_, n) => item(n)).join(',')
const map = (count: number, entry: (n: number) => string): Json => parsed(`{${times(count, entry)}}`)
const nested = (open: string, close: string, levels: number): Json => parsed(`${open.repeat(levels)}1${close.repeat(levels)}`)

/** Values of another type than a field has, and texts that people, terminals and parsers take for something else. */
const oddValues: Readonly<Record<string, () => Json>> = {
  null: () => null,
  'a number': () => -1.5e300,
  'a whole number past every integer': () => parsed('123456789012345678901234567890'),
  'a switch': () => true,
  'an empty list': () => [],
  'an empty object': () => ({}),
  'a list of lists': () => nested('[', ']', 50),
  'an object where a text stands': () => ({ length: 1, toString: 'x' }),
  'names of JavaScript': () => parsed('{"__proto__":{"polluted":"x"},"constructor":{"prototype":{"polluted":"x"}},"toString":null}'),
  'half a pair of surrogates': () => '\ud800',
  'the other half': () => 'a\udc00b',
  'the end of a string in C': () => 'a\u0000b',
  'controls of a terminal': () => '\u001b]0;x\u0007\u001b[2J\u009b31m\r\u202e',
  'a text from right to left': () => '\u202ejar.live/\u2066\u2069',
  'letters that take each other away': () => `a${'\u0301'.repeat(5_000)}`,
}

/** By the number of their parts. Each is a class of its own, in the maps and lists that a spec may hold. */
const large: Readonly<Record<string, { readonly path: Path; readonly value: (size: number) => Json }>> = {
  'many short keys': { path: ['flinkConfiguration'], value: size => map(size, n => `"k${n}":"v"`) },
  'many unknown keys of the operator': {
    path: ['flinkConfiguration'],
    value: size => map(size / 4, n => `"kubernetes.operator.job.upgrad${n}":"v"`),
  },
  'many files of a log configuration': { path: ['logConfiguration'], value: size => map(size, n => `"file-${n}":"x"`) },
  'long names': { path: ['flinkConfiguration'], value: size => ({ ['n'.repeat(size * 8)]: 'v', [`a.${'b.'.repeat(size * 4)}`]: 'v' }) },
  'keys of dots': { path: ['flinkConfiguration'], value: size => map(100, n => `"${'.'.repeat(Math.min(1_000, size))}${n}":"v"`) },
  'many arguments': { path: ['job', 'args'], value: size => Array.from({ length: size }, (_, n) => `--a${n}=b`) },
  'many secrets in arguments': { path: ['job', 'args'], value: size => Array.from({ length: size }, (_, n) => `--password=secret-${n}`) },
  'many containers': {
    path: ['podTemplate', 'spec', 'containers'],
    value: size => Array.from({ length: size }, (_, n) => ({ name: `c${n}` })),
  },
  'many variables': {
    path: ['podTemplate', 'spec', 'containers'],
    value: size => [{ name: 'flink-main-container', env: Array.from({ length: size }, (_, n) => ({ name: `V${n}`, value: `v-${n}` })) }],
  },
  'many annotations': { path: ['ingress'], value: size => ({ template: 'a.b/{{name}}', annotations: map(size, n => `"a.b/c${n}":"v"`) }) },
  'a list that is deep': { path: ['podTemplate', 'spec'], value: size => nested('[', ']', Math.min(9_000, size)) },
  'an object that is deep': { path: ['podTemplate', 'spec'], value: size => nested('{"a":', '}', Math.min(9_000, size)) },
  'a number of many digits': {
    path: ['flinkConfiguration'],
    value: size => ({ 'job.autoscaler.target.utilization': '1'.repeat(size * 8) }),
  },
  'periods without an end': {
    path: ['flinkConfiguration'],
    value: size => ({ 'job.autoscaler.enabled': 'true', 'job.autoscaler.excluded.periods': ';'.repeat(size * 8) }),
  },
  'periods that are none': {
    path: ['flinkConfiguration'],
    value: size => ({
      'job.autoscaler.enabled': 'true',
      'job.autoscaler.excluded.periods': times(size, n => `x${n}`).replaceAll(',', ';'),
    }),
  },
  'JSON within JSON': {
    path: ['job', 'args'],
    value: size => [Array.from({ length: 8 }).reduce<string>(inner => JSON.stringify([inner]), `{"password":"${'s'.repeat(size)}"}`)],
  },
}

/** S01 as it was found, wherever a text stands. */
const pumped = (pump: Pump, kind: KindName, path: Path, letters: number): HostileSpec => ({
  name: `${path.join('.')}: ${pump.name} × ${letters}`,
  kind,
  made: () => withValue(kind, path, pump.of(letters)),
})

const brackets: Pump = { name: 'S01', of: letters => `a password=${')'.repeat(letters)}x` }

/** Every field with one pump, each with another one; `round`: which. */
export const pumpedSpecs = (letters: number, round = 0): readonly HostileSpec[] =>
  kindNames.flatMap(kind =>
    textFieldsOf(kind).map((path, at) => pumped(pumps[(at * 7 + round * 89) % pumps.length] ?? brackets, kind, path, letters))
  )

/** Every field with the brackets of S01. */
export const bracketSpecs = (letters: number): readonly HostileSpec[] =>
  kindNames.flatMap(kind => textFieldsOf(kind).map(path => pumped(brackets, kind, path, letters)))

/** Every field with a value that is none for it. */
export const oddSpecs = (): readonly HostileSpec[] =>
  kindNames.flatMap(kind =>
    textFieldsOf(kind).flatMap(path =>
      Object.entries(oddValues).map(([name, value]) => ({
        name: `${path.join('.')}: ${name}`,
        kind,
        made: () => withValue(kind, path, value()),
      }))
    )
  )

/** The maps and lists of a kind: where names of the user's own stand, and items. */
const containersOf = (kind: KindName): readonly Path[] => {
  const paths = textFieldsOf(kind).flatMap(path => path.flatMap((step, at) => (step === '*' || step === '0' ? [path.slice(0, at)] : [])))
  return [...new Map(paths.map(path => [path.join('.'), path])).values()]
}

const fillings: Readonly<Record<string, (size: number) => Json>> = {
  'many entries': size => map(size, n => `"kubernetes.operator.x${n}":"v"`),
  'many items': size => parsed(`[${times(size, n => `"--password=secret-${n}"`)}]`),
  'many objects': size => parsed(`[${times(size, n => `{"name":"n${n}","value":"v"}`)}]`),
}

/** Each map and each list of each kind, with many entries. */
export const filledSpecs = (size: number): readonly HostileSpec[] =>
  kindNames.flatMap(kind =>
    containersOf(kind).flatMap(path =>
      Object.entries(fillings).map(([name, value]) => ({
        name: `${path.join('.')}: ${name} × ${size}`,
        kind,
        made: () => withValue(kind, path, value(size)),
      }))
    )
  )

/** Each class of large specs, in every kind: one that has no such field is to be read all the same. */
export const largeSpecs = (size: number): readonly HostileSpec[] =>
  kindNames.flatMap(kind =>
    Object.entries(large).map(([name, { path, value }]) => ({
      name: `${name} × ${size}`,
      kind,
      made: () => withValue(kind, path, value(size)),
    }))
  )

/** What stands beside the spec. */
export const metadataSpecs = (size: number): readonly HostileSpec[] =>
  kindNames.flatMap(kind =>
    ([
      ['many annotations', { annotations: map(size, n => `"a${n}":"b"`) }],
      ['annotations by names of JavaScript', { annotations: parsed('{"__proto__":"x","constructor":"y","toString":"z"}') }],
      ['a long annotation', { annotations: { a: brackets.of(size * 8) } }],
      ['annotations that are none', { annotations: ['a'] }],
      ['many labels', { labels: map(size, n => `"a${n}":"b"`) }],
      ['a long name', { name: 'n'.repeat(size) }],
      ['a last applied one that is deep', {
        annotations: { 'kubectl.kubernetes.io/last-applied-configuration': `${'['.repeat(size)}${']'.repeat(size)}` },
      }],
    ] as const).map(([name, metadata]) => ({ name: `metadata: ${name} × ${size}`, kind, made: () => object(kind, { metadata }) }))
  )
