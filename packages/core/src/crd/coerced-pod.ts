import type { Json, JsonObject } from '../contract/resource/json.ts'
import { isListShape, podShape, type Shape, type ShapeLeaf } from '../contract/resource/pod-shape.ts'
import { isJsonObject } from './is-json-object.ts'

const asText = (json: Json): Json => (typeof json === 'number' || typeof json === 'boolean' ? String(json) : json)

const leaf = (json: Json, shape: ShapeLeaf): Json => {
  switch (shape) {
    case 'text':
      return asText(json)
    case 'whole number':
      return typeof json === 'string' && /^-?\d{1,15}$/.test(json) ? Number(json) : json
    case 'true or false':
      return json === 'true' ? true : json === 'false' ? false : json
    case 'texts by name':
      return isJsonObject(json) ? mapped(json, (_name, value) => asText(value)) : json
    case 'amounts by name':
      return json
  }
}

/** Maps the values of an object. Returns the same object if no value changes. */
const mapped = (json: JsonObject, change: (name: string, value: Json) => Json): JsonObject => {
  const entries = Object.entries(json).map(([name, value]) => [name, change(name, value)] as const)
  return entries.every(([name, value]) => value === json[name]) ? json : Object.fromEntries(entries)
}

const list = (json: readonly Json[], shape: Shape): readonly Json[] => {
  const items = json.map(item => coerced(item, shape))
  return items.every((item, at) => item === json[at]) ? json : items
}

const coerced = (json: Json, shape: Shape | undefined): Json => {
  if (shape === undefined || json === null) return json
  if (typeof shape === 'string') return leaf(json, shape)
  if (isListShape(shape)) return Array.isArray(json) ? list(json, shape[0]) : json
  return isJsonObject(json) ? mapped(json, (name, value) => coerced(value, Object.hasOwn(shape, name) ? shape[name] : undefined)) : json
}

/**
 * A pod template as the reference operator reads it (Jackson, api-and-config.md, section 1.1): `value: 1` of a variable becomes the text
 * `1`, `containerPort: "80"` becomes a number. A value that can not be converted stays unchanged, and validation reports it. Diffs and
 * records use this form, as in the reference operator.
 */
export const coercedPod = (template: JsonObject): JsonObject => coerced(template, podShape) as JsonObject
