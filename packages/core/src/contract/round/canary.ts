import { isJsonObject } from '../../crd/is-json-object.ts'
import type { Json, JsonObject } from '../resource/json.ts'

/** Label of a canary: a FlinkDeployment or FlinkSessionJob that only shows that the operator reconciles (api-and-config.md, section 14). */
export const canaryLabel = 'flink.apache.org/canary'

const objectAt = (value: Json | undefined, field: string): JsonObject => {
  const inner = isJsonObject(value) ? value[field] : undefined
  return isJsonObject(inner) ? inner : {}
}

/**
 * True for a canary: the operator deploys nothing for it, whatever its spec says. A canary that is being deleted is treated like any other
 * resource, so that whatever was deployed before it got the label is torn down.
 */
export const isCanary = (resource: JsonObject | null): boolean => {
  if (resource === null || (resource['kind'] !== 'FlinkDeployment' && resource['kind'] !== 'FlinkSessionJob')) return false
  const metadata = objectAt(resource, 'metadata')
  const label = objectAt(metadata, 'labels')[canaryLabel]
  return typeof label === 'string' && label.toLowerCase() === 'true' && (metadata['deletionTimestamp'] ?? null) === null
}
