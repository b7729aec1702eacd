import * as E from 'fp-ts/lib/Either.js'
import type { Json, JsonObject } from '@flink-operator/core'
import { isList, isObject, sameJson, textAt } from '../object/fields.ts'

const keysOf = (pointer: string): readonly string[] =>
  pointer.split('/').slice(1).map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'))

const valueAt = (json: Json | undefined, keys: readonly string[]): Json | undefined =>
  keys.reduce<Json | undefined>((here, key) => (isList(here) ? here[Number(key)] : isObject(here) ? here[key] : undefined), json)

type Change = 'add' | 'replace' | 'remove'

const indexOf = (key: string, length: number): number => (key === '-' ? length : Number(key))

/** Null: the path does not exist. */
const changed = (json: Json | undefined, keys: readonly string[], change: Change, value: Json): Json | null => {
  const [key, ...rest] = keys
  if (key === undefined) return change === 'remove' ? null : value
  if (isList(json)) return changedList(json, key, rest, { change, value })
  if (!isObject(json)) return null
  if (rest.length > 0) {
    const inner = changed(json[key], rest, change, value)
    return inner === null ? null : { ...json, [key]: inner }
  }
  if (change !== 'add' && !(key in json)) return null
  return change === 'remove' ? Object.fromEntries(Object.entries(json).filter(([other]) => other !== key)) : { ...json, [key]: value }
}

const changedList = (
  list: readonly Json[],
  key: string,
  rest: readonly string[],
  { change, value }: { readonly change: Change; readonly value: Json },
): Json | null => {
  const index = indexOf(key, list.length)
  const isEnd = index === list.length
  if (!Number.isInteger(index) || index < 0 || index > list.length || (isEnd && (change !== 'add' || rest.length > 0))) return null
  if (rest.length === 0) return list.toSpliced(index, change === 'add' ? 0 : 1, ...(change === 'remove' ? [] : [value]))
  const inner = changed(list[index], rest, change, value)
  return inner === null ? null : list.with(index, inner)
}

const applied = (document: Json, operation: JsonObject): E.Either<string, Json> => {
  const op = textAt(operation, 'op')
  const path = textAt(operation, 'path')
  const value = operation['value'] ?? null
  const failed = E.left(`the ${op} operation does not apply: doc is missing path: ${path}`)
  const done = (next: Json | null): E.Either<string, Json> => (next === null ? failed : E.right(next))
  const from = (): Json | undefined => valueAt(document, keysOf(textAt(operation, 'from')))
  switch (op) {
    case 'test':
      return sameJson(valueAt(document, keysOf(path)) ?? null, value) ? E.right(document)
        : E.left(`testing value ${path} failed: test failed`)
    case 'add':
    case 'replace':
    case 'remove':
      return done(changed(document, keysOf(path), op, value))
    case 'copy':
      return done(from() === undefined ? null : changed(document, keysOf(path), 'add', from() ?? null))
    case 'move': {
      const moved = from()
      const rest = changed(document, keysOf(textAt(operation, 'from')), 'remove', null)
      return done(moved === undefined || rest === null ? null : changed(rest, keysOf(path), 'add', moved))
    }
    default:
      return E.left(`Unexpected kind: ${op}`)
  }
}

/** RFC 6902. Left: the operation that does not apply. */
export const jsonPatch = (document: Json, operations: readonly JsonObject[]): E.Either<string, Json> =>
  operations.reduce<E.Either<string, Json>>(
    (sofar, operation) => (E.isLeft(sofar) ? sofar : applied(sofar.right, operation)),
    E.right(document),
  )
