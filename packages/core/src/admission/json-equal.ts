import { isJsonObject } from '../crd/is-json-object.ts'
import type { Json } from '../contract/resource/json.ts'

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** True if both are equal; the order of fields does not count. */
export const jsonEqual = (a: Json | undefined, b: Json | undefined): boolean => {
  if (a === b) return true
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, index) => jsonEqual(item, b[index]))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && jsonEqual(a[key], b[key]))
}
