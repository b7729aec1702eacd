import type { Json, JsonObject } from '@flink-operator/core'
import type { FieldError } from '../api/status.ts'
import { at, isList, isObject, objectAt, sameJson, textAt, textsAt } from '../object/fields.ts'

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

const keepsUnknown = (schema: JsonObject): boolean => schema['x-kubernetes-preserve-unknown-fields'] === true

const propertyOf = (schema: JsonObject, key: string): JsonObject | null => {
  const property = at(schema, 'properties', key) ?? schema['additionalProperties']
  return isObject(property) ? property : null
}

const allowsAll = (schema: JsonObject): boolean => keepsUnknown(schema) || schema['additionalProperties'] === true

/** Told of a field that no schema knows, and of those that stand beside it. */
type Dropped = (path: string, known: readonly string[]) => void

/**
 * What a structural schema keeps of a value, with its defaults, and the paths of what it dropped. `apiVersion`, `kind` and `metadata` are
 * always kept.
 */
export const pruned = (schema: JsonObject, value: Json, dropped: Dropped = () => undefined, path = ''): Json => {
  if (isList(value)) {
    const items = objectAt(schema, 'items')
    return value.map((item, index) => pruned(items, item, dropped, `${path}[${index}]`))
  }
  if (!isObject(value)) return value
  const kept: Record<string, Json> = {}
  for (const [key, inner] of Object.entries(value)) {
    const property = propertyOf(schema, key)
    if (path === '' && (key === 'apiVersion' || key === 'kind' || key === 'metadata')) kept[key] = inner
    else if (property !== null) {
      if (inner !== null || property['nullable'] === true) kept[key] = pruned(property, inner, dropped, join(path, key))
    } else if (allowsAll(schema)) kept[key] = inner
    else dropped(join(path, key), Object.keys(objectAt(schema, 'properties')))
  }
  for (const [key, property] of Object.entries(objectAt(schema, 'properties'))) {
    const preset = isObject(property) ? property['default'] : undefined
    if (preset !== undefined && !(key in kept)) kept[key] = preset
  }
  return kept
}

const jsonType = (value: Json): string =>
  value === null ? 'null'
    : isList(value) ? 'array' : typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value

const fits = (wanted: string, value: Json): boolean => {
  const found = jsonType(value)
  return wanted === '' || found === wanted || (wanted === 'number' && found === 'integer')
}

const invalidValue = (field: string, value: Json, why: string): FieldError => ({
  field,
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${JSON.stringify(isObject(value) || isList(value) ? jsonType(value) : value)}: ${field} in body ${why}`,
})

const boundErrors = (schema: JsonObject, value: Json, field: string): readonly FieldError[] => {
  const { minimum, maximum, minLength, pattern } = schema
  const errors: FieldError[] = []
  if (typeof value === 'number' && typeof minimum === 'number' && value < minimum)
    errors.push(invalidValue(field, value, `should be greater than or equal to ${minimum}`))
  if (typeof value === 'number' && typeof maximum === 'number' && value > maximum)
    errors.push(invalidValue(field, value, `should be less than or equal to ${maximum}`))
  if (typeof value === 'string' && typeof minLength === 'number' && value.length < minLength)
    errors.push(invalidValue(field, value, `should be at least ${minLength} chars long`))
  if (typeof value === 'string' && typeof pattern === 'string' && !new RegExp(pattern).test(value))
    errors.push(invalidValue(field, value, `should match '${pattern}'`))
  return errors
}

/** What a value violates of its schema, in the words of the API server. */
export const schemaErrors = (schema: JsonObject, value: Json, path = ''): readonly FieldError[] => {
  if (value === null && (schema['nullable'] === true || path === '')) return []
  const intOrString = schema['x-kubernetes-int-or-string'] === true
  const type = intOrString ? '' : textAt(schema, 'type')
  if (!fits(type, value) || (intOrString && !['integer', 'string'].includes(jsonType(value))))
    return [{
      field: path,
      reason: 'FieldValueTypeInvalid',
      message: `Invalid value: ${JSON.stringify(jsonType(value))}: ${path} in body must be of type ${
        type === '' ? 'integer,string' : type
      }: ${JSON.stringify(jsonType(value))}`,
    }]
  const options = schema['enum']
  if (isList(options) && !options.some(option => sameJson(option, value)))
    return [{
      field: path,
      reason: 'FieldValueNotSupported',
      message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${options.map(option => JSON.stringify(option)).join(', ')}`,
    }]
  if (isList(value)) return value.flatMap((item, index) => schemaErrors(objectAt(schema, 'items'), item, `${path}[${index}]`))
  if (!isObject(value)) return boundErrors(schema, value, path)
  const missing = textsAt(schema, 'required').filter(key => !(key in value))
    .map((key): FieldError => ({ field: join(path, key), reason: 'FieldValueRequired', message: 'Required value' }))
  const inner = Object.entries(value).flatMap(([key, item]) => {
    const property = path === '' && key === 'metadata' ? null : propertyOf(schema, key)
    return property === null ? [] : schemaErrors(property, item, join(path, key))
  })
  return [...missing, ...inner]
}
