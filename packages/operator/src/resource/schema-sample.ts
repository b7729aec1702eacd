import type { Json, JsonObject } from '@flink-operator/core'

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value with every field that a structural schema names and no empty list, to test that nothing drops a field. */
export const schemaSample = (schema: JsonObject): Json => {
  const { type, properties, items, additionalProperties } = schema
  if (isObject(properties))
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, isObject(field) ? schemaSample(field) : null]))
  if (isObject(items)) return [schemaSample(items)]
  if (isObject(additionalProperties)) return { key: schemaSample(additionalProperties) }
  switch (typeof type === 'string' ? type : '') {
    case 'string':
      return 'text'
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    default:
      return { any: 'value' }
  }
}
