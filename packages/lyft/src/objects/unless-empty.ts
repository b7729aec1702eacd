import { isJsonObject } from '@flink-operator/core/crd'
import type { Json, JsonObject } from '@flink-operator/core/resource'

/** One field, omitted if its value is an empty string, list or map, as in Go. */
export const unlessEmpty = (key: string, value: Json): JsonObject =>
  value === '' || (Array.isArray(value) && value.length === 0) || (isJsonObject(value) && Object.keys(value).length === 0) ? {}
    : { [key]: value }
