import { isJsonObject } from '../../../codec/is-json-object.ts'
import type { Json, JsonObject } from '../../../resource/json.ts'

/** One field, left out where its value is the empty text, list or map, as Go leaves it out. */
export const unlessEmpty = (key: string, value: Json): JsonObject =>
  value === '' || (Array.isArray(value) && value.length === 0) || (isJsonObject(value) && Object.keys(value).length === 0) ? {}
    : { [key]: value }
