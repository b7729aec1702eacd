import type { Json, JsonObject } from '../resource/json.ts'

const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Equal as JSON, whatever the order of fields. What is equal so is no difference to the diff either, and most specs are: nothing more is
 * worked out for them.
 */
export const isSameJson = (a: Json, b: Json): boolean => {
  if (a === b) return true
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length
      && (a as readonly Json[]).every((item, at) => isSameJson(item, (b as readonly Json[])[at] ?? null))
  if (!isObject(a) || !isObject(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length
    && names.every(name => Object.hasOwn(b, name) && isSameJson(a[name] ?? null, b[name] ?? null))
}
