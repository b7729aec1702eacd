import { isJsonObject } from '@flink-operator/core/crd'
import type { Json, JsonObject } from '@flink-operator/core/resource'

const inner = (key: string, value: Json): Json =>
  !isJsonObject(value) ? value
    : key === 'properties'
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, isJsonObject(each) ? keptSchema(each) : each]))
    : key === 'items' ? keptSchema(value)
    : value

/**
 * The same schema, changed so that objects at every depth keep unknown fields. Lyft's CRD keeps them only at the top level, and so lost the
 * time of the last error (lyft-flinkapplication.md, section 1.5, LD01).
 */
export const keptSchema = (schema: JsonObject): JsonObject => ({
  ...Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inner(key, value)])),
  ...(schema['properties'] === undefined ? {} : { 'x-kubernetes-preserve-unknown-fields': true }),
})
