import { isJsonObject } from '../../codec/is-json-object.ts'
import type { Json, JsonObject } from '../../resource/json.ts'

const inner = (key: string, value: Json): Json =>
  !isJsonObject(value) ? value
    : key === 'properties'
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, isJsonObject(each) ? keptSchema(each) : each]))
    : key === 'items' ? keptSchema(value)
    : value

/**
 * The same schema, of which no object drops fields that it does not name, however deep: Lyft's CRD keeps them at the top alone, and so lost
 * the time of the last error (lyft-flinkapplication.md, section 1.5, LD01).
 */
export const keptSchema = (schema: JsonObject): JsonObject => ({
  ...Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inner(key, value)])),
  ...(schema['properties'] === undefined ? {} : { 'x-kubernetes-preserve-unknown-fields': true }),
})
