import type { JsonObject } from '@flink-operator/core'
import { autoscalerConfigMapName, wantedParallelism } from '@flink-operator/core/autoscaler'
import { arrayAt, nameOf, objectAt, textAt } from './json-place.ts'

const uidOf = (json: unknown): string | null => textAt(objectAt(json, 'metadata'), 'uid')

/** Two resources of the same name share a ConfigMap: it belongs to its owner, or to both if it has no owner. */
const isOf = (configMap: JsonObject, resource: JsonObject): boolean => {
  const owners = arrayAt(objectAt(configMap, 'metadata'), 'ownerReferences').map(owner => (owner as { readonly uid?: unknown }).uid)
  const { namespace, name } = nameOf(configMap)
  const of = nameOf(resource)
  return namespace === of.namespace && name === autoscalerConfigMapName(of) && (owners.length === 0 || owners.includes(uidOf(resource)))
}

/** The autoscaler's target for each vertex of the job; null: none is stored. */
export const wantedIn = (configMaps: readonly JsonObject[], resource: JsonObject): Readonly<Record<string, number>> | null => {
  const found = configMaps.find(it => isOf(it, resource))
  if (found === undefined) return null
  const data = objectAt(found, 'data')
  return wantedParallelism(Object.fromEntries(
    Object.keys(data).flatMap(key => {
      const text = textAt(data, key)
      return text === null ? [] : [[key, text] as const]
    }),
  ))
}
