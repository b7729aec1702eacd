import type { Json, JsonObject } from '@flink-operator/core'
import { at, isObject, numberAt, objectAt, textAt, withAt } from '../object/fields.ts'
import { nameOf, namespaceOf, uidOf, versionOf } from '../object/metadata.ts'
import type { ScalePaths } from './resource-type.ts'

const selectorText = (selector: Json | undefined): string =>
  isObject(selector) ? Object.entries(objectAt(selector, 'matchLabels')).map(([key, value]) =>
    `${key}=${typeof value === 'string' ? value : ''}`
  ).join(',') : typeof selector === 'string' ? selector : ''

/** `Scale` of autoscaling/v1 for an object. */
export const scaleOf = (object: JsonObject, paths: ScalePaths): JsonObject => ({
  kind: 'Scale',
  apiVersion: 'autoscaling/v1',
  metadata: {
    name: nameOf(object),
    namespace: namespaceOf(object),
    uid: uidOf(object),
    resourceVersion: versionOf(object),
    creationTimestamp: textAt(object, 'metadata', 'creationTimestamp'),
  },
  spec: { replicas: numberAt(object, ...paths.specReplicas) },
  status: {
    replicas: numberAt(object, ...paths.statusReplicas),
    selector: selectorText(at(object, ...paths.selector) ?? at(object, 'spec', 'selector')),
  },
})

/** The object with the replicas of a `Scale`. */
export const scaled = (object: JsonObject, scale: JsonObject, paths: ScalePaths): JsonObject => {
  const next = withAt(object, paths.specReplicas, numberAt(scale, 'spec', 'replicas'))
  const version = versionOf(scale)
  return version === '' ? next : withAt(next, ['metadata', 'resourceVersion'], version)
}
