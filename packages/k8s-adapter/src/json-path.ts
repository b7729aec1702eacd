import type { Json, JsonObject } from '@flink-operator/core'

/** Reads along a path of keys; null if something on the path is missing or of another type. */
const at = (json: Json | undefined, path: readonly string[]): Json =>
  path.reduce<Json>((here, key) => objectAt(here)?.[key] ?? null, json ?? null)

const isObject = (json: Json): json is JsonObject => typeof json === 'object' && json !== null && !Array.isArray(json)

export const objectAt = (json: Json | undefined, ...path: readonly string[]): JsonObject | null => {
  const found = path.length === 0 ? (json ?? null) : at(json, path)
  return isObject(found) ? found : null
}

export const textAt = (json: Json | undefined, ...path: readonly string[]): string | null => {
  const found = at(json, path)
  return typeof found === 'string' ? found : null
}

/** Longest part of a message that is kept: users who may write events and statuses may write a megabyte. */
const longestMessage = 4_000

/** The beginning of a text for the user: a copy, since a substring would keep the whole text in memory. Null as in `textAt`. */
export const messageAt = (json: Json | undefined, ...path: readonly string[]): string | null => {
  const text = textAt(json, ...path)
  return text === null || text.length <= longestMessage ? text : `${Buffer.from(text.slice(0, longestMessage)).toString()}…`
}

export const integerAt = (json: Json | undefined, ...path: readonly string[]): number | null => {
  const found = at(json, path)
  return typeof found === 'number' && Number.isSafeInteger(found) ? found : null
}

/** The objects of a list; empty if there is no list. */
export const objectsAt = (json: Json | undefined, ...path: readonly string[]): readonly JsonObject[] => {
  const found = at(json, path)
  return Array.isArray(found) ? (found as readonly Json[]).filter(isObject) : []
}

/** The text values of a map, such as labels and annotations; empty if there is none. */
export const textsAt = (json: Json | undefined, ...path: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(objectAt(json, ...path) ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
