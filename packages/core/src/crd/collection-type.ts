import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import * as t from 'io-ts'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import { pathTo, unreadAt } from './decode-error.ts'
import type { ValueType } from './field.ts'
import { isJsonObject } from './is-json-object.ts'

type Tolerance = 'strict' | 'tolerant'

const decodeItem = <A>(type: ValueType<A>, context: t.Context) => (json: unknown, key: string): t.Validation<A> =>
  type.codec.validate(json, t.appendContext(context, key, type.codec, json))

/** The first failure; none if failures are tolerated. */
const strictly = (decoded: readonly t.Validation<unknown>[], tolerance: Tolerance): E.Left<t.Errors> | undefined =>
  tolerance === 'strict' ? decoded.find(E.isLeft) : undefined

const isReadable = <A>({ codec }: Pick<ValueType<A>, 'codec'>, json: unknown): boolean => E.isRight(codec.validate(json, []))

/**
 * A list. Tolerant: items that do not decode are skipped, and written back before all others. Unknown fields are kept only for items with
 * an identity.
 */
export const listOf = <A>(item: ValueType<A>, tolerance: Tolerance = 'strict'): ValueType<readonly A[]> => {
  const encodeOver = (values: readonly A[], original: Json): Json => {
    const items = Array.isArray(original) ? (original as readonly Json[]) : []
    const before = items.filter(isJsonObject)
    const unread = tolerance === 'tolerant' ? items.filter(each => !isReadable(item, each)) : []
    return [
      ...unread,
      ...values.map(value => item.encodeOver(value, before.find(candidate => item.isSame?.(value, candidate) === true) ?? null)),
    ]
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
    unreadIn: (
      original,
      path,
    ) => (Array.isArray(original)
      ? (original as readonly unknown[]).flatMap((each, index) => unreadAt(pathTo(path, String(index)), item, each)) : []),
    parts: { _tag: 'Items', item },
  }
}

/**
 * A map by name. Null values count as absent (C-D01). Tolerant: values that do not decode are skipped, and written back unless the key has
 * a new value.
 */
export const mapOf = <A extends Json>(value: ValueType<A>, tolerance: Tolerance = 'strict'): ValueType<Readonly<Record<string, A>>> => {
  const decode = (json: unknown, context: t.Context): t.Validation<Readonly<Record<string, A>>> => {
    if (!isJsonObject(json)) return t.failure(json, context, 'an object')
    const entries = Object.entries(json)
      .filter(([, each]) => each !== null)
      .map(([key, each]) => pipe(decodeItem(value, context)(each, key), E.map((decoded): readonly [string, A] => [key, decoded])))
    return strictly(entries, tolerance) ?? t.success(Object.fromEntries(RA.rights(entries)))
  }
  const encodeOver = (map: Readonly<Record<string, A>>, original: Json): JsonObject => {
    const unread = tolerance === 'tolerant' && isJsonObject(original)
      ? Object.entries(original).filter(([key, each]) => !(key in map) && each !== null && !isReadable(value, each)) : []
    return unread.length === 0 ? map : { ...map, ...Object.fromEntries(unread) }
  }
  return {
    codec: new t.Type<Readonly<Record<string, A>>, Json, unknown>(
      `map of ${value.codec.name}`,
      (json): json is Readonly<Record<string, A>> => isJsonObject(json) && Object.values(json).every(each => value.codec.is(each)),
      decode,
      map => encodeOver(map, null),
    ),
    schema: { type: 'object', additionalProperties: value.schema },
    encodeOver,
    unreadIn: (original, path) =>
      isJsonObject(original)
        ? Object.entries(original).flatMap(([key, each]) => (each === null ? [] : unreadAt(pathTo(path, key), value, each))) : [],
  }
}

/** One of several objects, distinguished by the name in the field `tag`. */
export const unionOf = <A extends object>(
  tag: keyof A & string,
  variants: Readonly<Record<string, ValueType<A>>>,
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
      names.join(' | '),
      (json): json is A => variantOf(json)?.codec.is(json) === true,
      decode,
      value => encodeOver(value, null),
    ),
    schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    encodeOver,
    unreadIn: (original, path) => variantOf(original)?.unreadIn?.(original, path) ?? [],
    parts: { _tag: 'Variants', variants },
  }
}
