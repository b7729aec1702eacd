import type { Json, JsonObject } from '@flink-operator/core'
import { isObject, objectAt } from '../object/fields.ts'
import { mergePatch } from './merge-patch.ts'
import { strategicMergePatch } from './strategic-merge-patch.ts'

/** A patch that removes what was applied before but is not any more. Fields of lists are left to the merge. */
const removals = (before: JsonObject, now: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(before).flatMap(([key, old]): (readonly [string, Json])[] => {
      const next = now[key]
      if (next === undefined) return [[key, null]]
      if (isObject(old) && isObject(next)) {
        const inner = removals(old, next)
        return Object.keys(inner).length === 0 ? [] : [[key, inner]]
      }
      return []
    }),
  )

/** The metadata that managers own. */
const marksOf = (configuration: JsonObject): JsonObject => ({
  labels: objectAt(configuration, 'metadata', 'labels'),
  annotations: objectAt(configuration, 'metadata', 'annotations'),
})

/**
 * Server-side apply, simplified: it records who applied a field, but not who wrote it otherwise. Fields that this manager applied
 * before but not any more are removed. Applying the same configuration again changes nothing.
 */
export const applyConfiguration = (
  live: JsonObject | null,
  before: JsonObject,
  configuration: JsonObject,
  builtIn: boolean,
): JsonObject => {
  const { metadata: _, ...rest } = removals(before, configuration)
  const marks = removals(marksOf(before), marksOf(configuration))
  const remaining = mergePatch(live ?? {}, { ...rest, metadata: marks })
  return (builtIn ? strategicMergePatch(remaining, configuration) : mergePatch(remaining, configuration)) as JsonObject
}
