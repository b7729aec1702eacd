import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import * as t from 'io-ts'
import type { Json, JsonObject } from '../resource/json.ts'
import type { ValueType } from './field.ts'
import { isJsonObject } from './is-json-object.ts'

type Tolerance = 'strict' | 'tolerant'

const decodeItem = <A>(type: ValueType<A>, context: t.Context) => (json: unknown, key: string): t.Validation<A> =>
  type.codec.validate(json, t.appendContext(context, key, type.codec, json))

/** The first failure, where failures count. */
const strictly = (decoded: readonly t.Validation<unknown>[], tolerance: Tolerance): E.Left<t.Errors> | undefined =>
  tolerance === 'strict' ? decoded.find(E.isLeft) : undefined

/** A list. Tolerant: items that can't be read are left out. An item without identity has no unknown fields to keep. */
export const listOf = <A>(item: ValueType<A>, tolerance: Tolerance = 'strict'): ValueType<readonly A[]> => {
  const encodeOver = (values: readonly A[], original: Json): Json => {
    const before = Array.isArray(original) ? (original as readonly Json[]).filter(isJsonObject) : []
    return values.map(value => item.encodeOver(value, before.find(candidate => item.isSame?.(value, candidate) === true) ?? null))
  }
  const decode = (json: unknown, context: t.Context): t.Validation<readonly A[]> => {
    if (!Array.isArray(json)) return t.failure(json, context, 'a list')
    const items = (json as readonly unknown[]).map((each, index) => decodeItem(item, context)(each, String(index)))
    return strictly(items, tolerance) ?? t.success(RA.rights(items))
  }
  return {
    codec: new t.Type<readonly A[], Json, unknown>(
      `list of ${item.codec.name}`,
      (json): json is readonly A[] => Array.isArray(json) && json.every(each => item.codec.is(each)),
      decode,
      values => encodeOver(values, null),
    ),
    schema: { type: 'array', items: item.schema },
    encodeOver,
    parts: { _tag: 'Items', item },
  }
}

/** A map by name. Null values are as absent (C-D01). Tolerant: values that can't be read are left out. */
export const mapOf = <A extends Json>(value: ValueType<A>, tolerance: Tolerance = 'strict'): ValueType<Readonly<Record<string, A>>> => {
  const decode = (json: unknown, context: t.Context): t.Validation<Readonly<Record<string, A>>> => {
    if (!isJsonObject(json)) return t.failure(json, context, 'an object')
    const entries = Object.entries(json)
      .filter(([, each]) => each !== null)
      .map(([key, each]) => pipe(decodeItem(value, context)(each, key), E.map((decoded): readonly [string, A] => [key, decoded])))
    return strictly(entries, tolerance) ?? t.success(Object.fromEntries(RA.rights(entries)))
  }
  const encodeOver = (map: Readonly<Record<string, A>>): JsonObject => map
  return {
    codec: new t.Type<Readonly<Record<string, A>>, Json, unknown>(
      `map of ${value.codec.name}`,
      (json): json is Readonly<Record<string, A>> => isJsonObject(json) && Object.values(json).every(each => value.codec.is(each)),
      decode,
      encodeOver,
    ),
    schema: { type: 'object', additionalProperties: value.schema },
    encodeOver,
  }
}

/** One of several objects, told apart by the name in the field `tag`. */
export const unionOf = <A extends object>(
  tag: keyof A & string, variants: Readonly<Record<string, ValueType<A>>>,
): ValueType<A> => {
  const names = Object.keys(variants)
  const variantOf = (json: unknown): ValueType<A> | undefined =>
    isJsonObject(json) ? variants[names.find(name => name === json[tag]) ?? ''] : undefined
  const encodeOver = (value: A, original: Json): Json => variantOf(value)?.encodeOver(value, original) ?? null
  const decode = (json: unknown, context: t.Context): t.Validation<A> => {
    if (!isJsonObject(json)) return t.failure(json, context, 'an object')
    const found = json[tag] ?? null
    return variantOf(json)?.codec.validate(json, context)
      ?? t.failure(found, t.appendContext(context, tag, t.string, found), `one of ${names.join(', ')}`)
  }
  return {
    codec: new t.Type<A, Json, unknown>(
      names.join(' | '), (json): json is A => variantOf(json)?.codec.is(json) === true, decode, value => encodeOver(value, null)),
    schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    encodeOver,
    parts: { _tag: 'Variants', variants },
  }
}
