import type { Json, JsonObject } from '@flink-operator/core'

export const isObject = (json: Json | undefined): json is JsonObject => typeof json === 'object' && json !== null && !Array.isArray(json)

export const isList = (json: Json | undefined): json is readonly Json[] => Array.isArray(json)

/** Reads along a path of keys; undefined if something on the path is missing. */
export const at = (json: Json | undefined, ...path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((here, key) => (isObject(here) ? here[key] : undefined), json)

/** The object at the path; empty if there is none. */
export const objectAt = (json: Json | undefined, ...path: readonly string[]): JsonObject => {
  const found = at(json, ...path)
  return isObject(found) ? found : {}
}

/** The text at the path; empty if there is none. */
export const textAt = (json: Json | undefined, ...path: readonly string[]): string => {
  const found = at(json, ...path)
  return typeof found === 'string' ? found : ''
}

/** The number at the path; 0 if there is none. */
export const numberAt = (json: Json | undefined, ...path: readonly string[]): number => {
  const found = at(json, ...path)
  return typeof found === 'number' ? found : typeof found === 'bigint' ? Number(found) : 0
}

/** The objects of the list at the path; empty if there is none. */
export const objectsAt = (json: Json | undefined, ...path: readonly string[]): readonly JsonObject[] => {
  const found = at(json, ...path)
  return isList(found) ? found.filter(isObject) : []
}

/** The texts of the list at the path. */
export const textsAt = (json: Json | undefined, ...path: readonly string[]): readonly string[] => {
  const found = at(json, ...path)
  return isList(found) ? found.filter(item => typeof item === 'string') : []
}

/** A copy without these keys. */
export const without = (object: JsonObject, ...keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))

/** A copy with another value at a path; missing objects on the path are created. Undefined removes the key. */
export const withAt = (object: JsonObject, path: readonly string[], value: Json | undefined): JsonObject => {
  const [key, ...rest] = path
  if (key === undefined) return object
  if (rest.length > 0) return { ...object, [key]: withAt(objectAt(object, key), rest, value) }
  return value === undefined ? without(object, key) : { ...object, [key]: value }
}

/** Equal as JSON: the order of keys does not matter. */
export const sameJson = (a: Json | undefined, b: Json | undefined): boolean => {
  if (a === b) return true
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => key in b && sameJson(a[key], b[key]))
}

/** One, or none. */
export const oneOrNone = <A>(value: A | null | undefined): readonly A[] => (value === null || value === undefined ? [] : [value])
