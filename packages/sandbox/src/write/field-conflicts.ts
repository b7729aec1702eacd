import type { Json, JsonObject } from '@flink-operator/core'
import { at, isList, isObject, sameJson, without } from '../object/fields.ts'
import { strategicMergePatch } from './strategic-merge-patch.ts'

/** Keys from the root to a field. */
export type FieldPath = readonly string[]

/** Fields that managers can own: not the identity of the object, nor what the server decides. */
const owned = (configuration: JsonObject): JsonObject => {
  const { metadata, ...rest } = without(configuration, 'apiVersion', 'kind', 'status')
  return isObject(metadata)
    ? {
      ...rest,
      metadata: without(metadata, 'name', 'namespace', 'uid', 'resourceVersion', 'creationTimestamp', 'generation', 'managedFields'),
    } : rest
}

const leaves = (
  json: Json,
  path: FieldPath = [],
): readonly FieldPath[] => (isObject(json) ? Object.entries(json).flatMap(([key, inner]) => leaves(inner, [...path, key])) : [path])

/**
 * Fields of a configuration that others set to another value: another manager applied them, or they were written since this manager
 * applied. Lists that are merged entry by entry can't conflict here. Server defaults count as set by the creator of the object.
 */
export const fieldConflicts = (
  live: JsonObject,
  mine: JsonObject,
  others: readonly JsonObject[],
  configuration: JsonObject,
): readonly FieldPath[] => {
  const merged = strategicMergePatch(live, configuration)
  return leaves(owned(configuration)).filter(path => {
    const [wanted, found] = [at(configuration, ...path), at(live, ...path)]
    if (found === undefined || wanted === undefined || sameJson(found, wanted)) return false
    if (isList(wanted) && !sameJson(at(merged, ...path), wanted)) return false
    return !sameJson(at(mine, ...path), found) || others.some(it => at(it, ...path) !== undefined)
  })
}
