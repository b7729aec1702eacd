import type { Json } from '@flink-operator/core'
import { isObject } from '../object/fields.ts'

/** RFC 7386: null removes a key, objects are merged, everything else is replaced. */
export const mergePatch = (target: Json | undefined, patch: Json): Json => {
  if (!isObject(patch)) return patch
  const merged: Record<string, Json> = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(merged, key)
    else merged[key] = mergePatch(merged[key], value)
  }
  return merged
}
