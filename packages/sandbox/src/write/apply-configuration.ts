import type { Json, JsonObject } from '@flink-operator/core'
import { isObject, objectAt } from '../object/fields.ts'
import { mergePatch } from './merge-patch.ts'
import { strategicMergePatch } from './strategic-merge-patch.ts'

/** What was applied the last time and is not there any more, as a patch that takes it away. Fields of lists are left to the merge. */
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

/** Of the metadata, what managers own. */
const marksOf = (configuration: JsonObject): JsonObject => ({
  labels: objectAt(configuration, 'metadata', 'labels'),
  annotations: objectAt(configuration, 'metadata', 'annotations'),
})

/**
 * Server-side apply, simplified: of a field it is known who applied it, not who else wrote it; what this manager applied before and does
 * not any more goes. The same configuration once more changes nothing.
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
