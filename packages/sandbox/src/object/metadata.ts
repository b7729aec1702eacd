import type { EpochMillis, JsonObject } from '@flink-operator/core'
import { objectAt, objectsAt, textAt, textsAt, withAt } from './fields.ts'

/** `metadata.name`; empty if it has none. */
export const nameOf = (object: JsonObject): string => textAt(object, 'metadata', 'name')
/** `metadata.namespace`; empty if it has none. */
export const namespaceOf = (object: JsonObject): string => textAt(object, 'metadata', 'namespace')
export const uidOf = (object: JsonObject): string => textAt(object, 'metadata', 'uid')
export const versionOf = (object: JsonObject): string => textAt(object, 'metadata', 'resourceVersion')
export const isDeleting = (object: JsonObject): boolean => textAt(object, 'metadata', 'deletionTimestamp') !== ''
export const finalizersOf = (object: JsonObject): readonly string[] => textsAt(object, 'metadata', 'finalizers')
export const ownersOf = (object: JsonObject): readonly JsonObject[] => objectsAt(object, 'metadata', 'ownerReferences')

export const labelsOf = (object: JsonObject): JsonObject => objectAt(object, 'metadata', 'labels')

/** Sets one field of the metadata; undefined removes it. */
export const withMetadata = (object: JsonObject, key: string, value: Parameters<typeof withAt>[2]): JsonObject =>
  withAt(object, ['metadata', key], value)

/** `Time` of Kubernetes: whole seconds. */
export const timeText = (at: EpochMillis): string => `${new Date(at).toISOString().slice(0, 19)}Z`

/** True if the object has every label of the selector. */
export const hasLabels = (object: JsonObject, wanted: JsonObject): boolean => {
  const labels = labelsOf(object)
  return Object.entries(wanted).every(([key, value]) => labels[key] === value)
}
