import type { Json, JsonObject } from '../../contract/resource/json.ts'
import { isListShape, podShape, type Shape, type ShapeLeaf } from '../../contract/resource/pod-shape.ts'
import { isJsonObject } from '../json-field.ts'
import { nothing, refuseAs, type Refusal } from './refusal.ts'

const leaf = (path: string, value: Json, shape: ShapeLeaf): readonly Refusal[] => {
  switch (shape) {
    case 'text':
      return typeof value === 'string' ? nothing : refuseAs(path, kindOf(value), 'a text')
    case 'whole number':
      return Number.isInteger(value) ? nothing : refuseAs(path, kindOf(value), 'a whole number')
    case 'true or false':
      return typeof value === 'boolean' ? nothing : refuseAs(path, kindOf(value), 'true or false')
    case 'texts by name':
      return isJsonObject(value) ? Object.entries(value).flatMap(([key, it]) => of(`${path}.${key}`, it, 'text'))
        : refuseAs(path, kindOf(value), 'an object of texts')
    case 'amounts by name':
      return !isJsonObject(value) ? refuseAs(path, kindOf(value), 'an object of quantities')
        : Object.entries(value).flatMap((
          [key, it],
        ) => (it === null || typeof it === 'string' || typeof it === 'number' ? nothing
          : refuseAs(`${path}.${key}`, kindOf(it), 'a quantity'))
        )
  }
}

/** The type of a value. The value itself is not reported, because it may be a secret. */
const kindOf = (value: Json): string =>
  value === null ? 'null'
    : Array.isArray(value) ? 'a list'
    : typeof value === 'object' ? 'an object'
    : typeof value === 'string' ? 'a text' : typeof value === 'boolean' ? 'true or false' : 'a number'

const of = (path: string, value: Json | undefined, shape: Shape): readonly Refusal[] => {
  if (value === null || value === undefined) return nothing
  if (typeof shape === 'string') return leaf(path, value, shape)
  if (isListShape(shape))
    return Array.isArray(value)
      ? (value as readonly Json[]).flatMap((
        item,
        at,
      ) => (item === null ? refuseAs(`${path}[${at}]`, 'null', 'no gaps') : of(`${path}[${at}]`, item, shape[0])))
      : refuseAs(path, kindOf(value), 'a list')
  return isJsonObject(value)
    ? Object.entries(shape).flatMap(([field, it]) => of(path === '' ? field : `${path}.${field}`, value[field], it))
    : refuseAs(path, kindOf(value), 'an object')
}

/**
 * Checks that every field of a pod template has the type that Kubernetes expects. A field of another type is dropped by rendering, or
 * rejected by the API server. The check of the finished pod requires the `name` of each container and volume.
 */
export const templateShape = (
  podTemplate: JsonObject | null,
): readonly Refusal[] => (podTemplate === null ? nothing : of('', podTemplate, podShape))
