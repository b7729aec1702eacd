import * as O from 'fp-ts/lib/Option.js'
import { flow, pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import type { Nonce } from '../contract/resource/flink-deployment-spec.ts'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import { coercedPod } from './coerced-pod.ts'
import { preserved, type ValueType } from './field.ts'
import { formatInstant, parseInstant } from './instant.ts'
import { isJsonObject } from './is-json-object.ts'

interface Scalar<A> {
  readonly name: string
  /** The allowed values, for the error message. */
  readonly expected: string
  readonly read: (json: unknown) => O.Option<A>
  readonly schema: JsonObject
}

const scalar = <A extends Json>({ name, expected, read, schema }: Scalar<A>): ValueType<A> => ({
  codec: new t.Type<A, Json, unknown>(
    name,
    (json): json is A => pipe(read(json), O.exists(value => value === json)),
    (json, context) => pipe(read(json), O.match(() => t.failure(json, context, expected), value => t.success(value))),
    value => value,
  ),
  schema,
  encodeOver: value => value,
})

const none = <A>(): O.Option<A> => O.none

const readText = (json: unknown): O.Option<string> =>
  typeof json === 'string' ? O.some(json) : typeof json === 'number' || typeof json === 'boolean' ? O.some(String(json)) : none()

/** Text. Numbers and booleans are converted to text, as in Jackson. */
export const text: ValueType<string> = scalar({ name: 'text', expected: 'text', read: readText, schema: { type: 'string' } })

/** Text that must not be lost: a value of another type is kept as its JSON text (unknown is not absent, P14). */
export const textOrJson: ValueType<string> = scalar({
  name: 'text',
  expected: 'text',
  read: json => pipe(readText(json), O.alt(() => O.tryCatch(() => JSON.stringify(json)))),
  schema: { type: 'string' },
})

/** One of a closed list of names. Case-sensitive. */
export const oneOf = <A extends string>(values: readonly A[], schema: JsonObject = { type: 'string', enum: values }): ValueType<A> =>
  scalar<A>({
    name: values.join(' | '),
    expected: `one of ${values.join(', ')}`,
    read: json => O.fromNullable(values.find(value => value === json)),
    schema,
  })

/** As `oneOf`, but the schema allows any text: another operator version may write a name that this version doesn't know. */
export const oneOfOpen = <A extends string>(values: readonly A[]): ValueType<A> => oneOf(values, { type: 'string' })

const readBoolean = (json: unknown): O.Option<boolean> => {
  const word = typeof json === 'string' ? json.trim().toLowerCase() : json
  return word === true || word === 'true' ? O.some(true) : word === false || word === 'false' ? O.some(false) : none()
}

/** True or false, also as text. */
export const boolean: ValueType<boolean> = scalar({
  name: 'boolean',
  expected: 'true or false',
  read: readBoolean,
  schema: { type: 'boolean' },
})

/** Reads a whole number exactly, from a JSON number or the text of its digits. */
const readInteger = (json: unknown): O.Option<bigint> =>
  typeof json === 'number' && Number.isInteger(json) ? O.some(BigInt(json))
    : typeof json === 'string' && /^\s*[+-]?\d{1,30}\s*$/.test(json) ? O.some(BigInt(json.trim().replace(/^\+/, '')))
    : none()

const integerBetween = (name: string, least: bigint, most: bigint): ValueType<number> =>
  scalar({
    name,
    expected: `a whole number from ${least} to ${most}`,
    read: json => pipe(readInteger(json), O.filter(value => value >= least && value <= most), O.map(Number)),
    schema: { type: 'integer' },
  })

/** A whole number of 32 bits. */
export const int32: ValueType<number> = integerBetween('int32', -(2n ** 31n), 2n ** 31n - 1n)

/** A whole number that a JavaScript number holds exactly: counts, generations, epoch milliseconds. */
export const integer: ValueType<number> = integerBetween('integer', BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER))

const exact = (value: bigint): Nonce => (Number.isSafeInteger(Number(value)) ? Number(value) : value.toString())

/** An exact whole number of 64 bits: a number if it is safe, else the text of its digits (api-and-config.md, section 1.1). */
export const nonce: ValueType<Nonce> = scalar<Nonce>({
  name: 'nonce',
  expected: 'a whole number of 64 bits',
  read: json => pipe(readInteger(json), O.filter(value => BigInt.asIntN(64, value) === value), O.map(exact)),
  schema: { type: 'integer' },
})

const readDouble = (json: unknown): O.Option<number> => {
  const value = typeof json === 'string' && json.trim() !== '' ? Number(json) : json
  return typeof value === 'number' && Number.isFinite(value) ? O.some(value) : none()
}

/** A finite number, also as text. */
export const double: ValueType<number> = scalar({ name: 'number', expected: 'a number', read: readDouble, schema: { type: 'number' } })

/** A Kubernetes quantity, unparsed. */
export const quantity: ValueType<string | number> = scalar<string | number>({
  name: 'quantity',
  expected: 'a quantity, text or number',
  read: json => (typeof json === 'string' || typeof json === 'number' ? O.some(json) : none()),
  schema: { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true },
})

/** A free-form object, kept unchanged. */
export const jsonObject: ValueType<JsonObject> = scalar<JsonObject>({
  name: 'object',
  expected: 'an object',
  read: O.fromPredicate(isJsonObject),
  schema: preserved,
})

/** A pod template. Numbers and texts are converted to the type that Kubernetes expects, as in Jackson. */
export const podTemplateObject: ValueType<JsonObject> = scalar<JsonObject>({
  name: 'object',
  expected: 'an object',
  read: flow(O.fromPredicate(isJsonObject), O.map(coercedPod)),
  schema: preserved,
})

/** A moment: RFC 3339 text in JSON, epoch milliseconds inside. */
export const instant: ValueType<number> = {
  codec: new t.Type<number, Json, unknown>(
    'instant',
    (json): json is number => typeof json === 'number',
    (json, context) => {
      const at = typeof json === 'string' ? parseInstant(json) : null
      return at === null ? t.failure(json, context, 'a moment such as 2026-01-31T12:00:00Z') : t.success(at)
    },
    formatInstant,
  ),
  schema: { type: 'string', format: 'date-time' },
  encodeOver: formatInstant,
}
