import type { Json, JsonObject } from '@flink-operator/core'
import { objectAt } from './json-path.ts'

const keepsUnknown = (schema: JsonObject): boolean => schema['x-kubernetes-preserve-unknown-fields'] === true

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

/** The fields of `value` that a structural schema would prune on a write; dotted paths, `[]` for the items of a list. */
export const prunedPaths = (schema: JsonObject, value: Json, path = ''): readonly string[] => {
  if (Array.isArray(value)) {
    const items = objectAt(schema, 'items')
    const found = items === null ? [] : (value as readonly Json[]).flatMap(item => prunedPaths(items, item, `${path}[]`))
    return [...new Set(found)]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const property = objectAt(schema, 'properties', key) ?? objectAt(schema, 'additionalProperties')
    if (property !== null) return prunedPaths(property, inner, join(path, key))
    return keepsUnknown(schema) || schema['additionalProperties'] === true ? [] : [join(path, key)]
  })
}
