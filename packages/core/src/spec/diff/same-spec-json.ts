import type { Json, JsonObject } from '../../contract/resource/json.ts'

const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * True if both are equal as JSON; the order of fields does not count. Fast path of the diff: equal JSON has no differences.
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
