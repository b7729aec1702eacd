import type { Json, JsonObject } from '../contract/resource/json.ts'

/** Is it an object, neither null nor an array? */
export const isJsonObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** The object at `key`; anything else there is read as the empty object. */
export const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = object[key]
  return isJsonObject(value) ? value : {}
}

/** The array at `key`; anything else there is read as the empty array. */
export const arrayAt = (object: JsonObject, key: string): readonly Json[] => {
  const value = object[key]
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

/** The text at `key`; null: anything else is there. */
export const textAt = (object: JsonObject, key: string): string | null => {
  const value = object[key]
  return typeof value === 'string' ? value : null
}

/** Keys and values without nulls, which rendering omits. */
export const entriesOf = (object: JsonObject): readonly (readonly [string, Json])[] =>
  Object.entries(object).filter(([, value]) => value !== null)

/** `object` with `items` after what its array at `key` holds. Nothing to add leaves the object as it is. */
export const appended = (object: JsonObject, key: string, items: readonly Json[]): JsonObject =>
  items.length === 0 ? object : { ...object, [key]: [...arrayAt(object, key), ...items] }

/** `object` with `entries` over what its object at `key` holds. Nothing to add leaves the object as it is. */
export const overlaid = (object: JsonObject, key: string, entries: JsonObject): JsonObject =>
  Object.keys(entries).length === 0 ? object : { ...object, [key]: { ...objectAt(object, key), ...entries } }

/** The same JSON with the keys of every object in code unit order, and without nulls: equal input, equal bytes (C-D19). */
export const canonical = (json: Json): Json => {
  if (Array.isArray(json)) return (json as readonly Json[]).map(canonical)
  if (!isJsonObject(json)) return json
  return canonicalObject(json)
}

/** As `canonical`, for an object. */
export const canonicalObject = (object: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.keys(object)
      .toSorted()
      .flatMap(key => {
        const value = object[key]
        return value === undefined || value === null ? [] : [[key, canonical(value)] as const]
      }),
  )
