import { isJsonObject } from '../codec/is-json-object.ts'
import type { Json, JsonObject } from '../resource/json.ts'

/** On a FlinkDeployment or FlinkSessionJob: it only shows that an operator begins rounds (api-and-config.md, section 14). */
export const canaryLabel = 'flink.apache.org/canary'

const objectAt = (value: Json | undefined, field: string): JsonObject => {
  const inner = isJsonObject(value) ? value[field] : undefined
  return isJsonObject(inner) ? inner : {}
}

/**
 * Is it a resource that nothing is deployed for, whatever its spec says? One that is being deleted is like any other: what was deployed
 * before it became a canary is taken down.
 */
export const isCanary = (resource: JsonObject | null): boolean => {
  if (resource === null || (resource['kind'] !== 'FlinkDeployment' && resource['kind'] !== 'FlinkSessionJob')) return false
  const metadata = objectAt(resource, 'metadata')
  const label = objectAt(metadata, 'labels')[canaryLabel]
  return typeof label === 'string' && label.toLowerCase() === 'true' && (metadata['deletionTimestamp'] ?? null) === null
}
