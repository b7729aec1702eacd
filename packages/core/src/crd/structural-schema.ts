import { type Json, type JsonObject, isSameJson } from '../contract/resource/json.ts'
import { exactJsonText } from './exact-json.ts'

/** An error that the API server reports for a field, with its reason. */
export interface FieldError {
  readonly field: string
  readonly reason: 'FieldValueRequired' | 'FieldValueNotSupported' | 'FieldValueInvalid' | 'FieldValueTypeInvalid'
  readonly message: string
}

const isObject = (json: Json | undefined): json is JsonObject => typeof json === 'object' && json !== null && !Array.isArray(json)
const isList = (json: Json | undefined): json is readonly Json[] => Array.isArray(json)
const objectAt = (json: JsonObject, key: string): JsonObject => {
  const found = json[key]
  return isObject(found) ? found : {}
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)

const keepsUnknown = (schema: JsonObject): boolean => schema['x-kubernetes-preserve-unknown-fields'] === true

const propertyOf = (schema: JsonObject, key: string): JsonObject | null => {
  const property = objectAt(schema, 'properties')[key] ?? schema['additionalProperties']
  return isObject(property) ? property : null
}

const allowsAll = (schema: JsonObject): boolean => keepsUnknown(schema) || schema['additionalProperties'] === true

/** A field that is not in the schema, and the fields that the schema has there. */
export interface Dropped {
  readonly path: string
  readonly known: readonly string[]
}

/** The part of a value that is kept, and the dropped fields. */
export interface Pruned {
  readonly kept: Json
  readonly dropped: readonly Dropped[]
}

const preset = (schema: JsonObject, kept: JsonObject): readonly (readonly [string, Json])[] =>
  Object.entries(objectAt(schema, 'properties')).flatMap(([key, property]) => {
    const value = isObject(property) ? property['default'] : undefined
    return value === undefined || key in kept ? [] : [[key, value] as const]
  })

/**
 * Prunes a value by a structural schema and adds its defaults. Reports the dropped fields. Always keeps `apiVersion`, `kind` and
 * `metadata`.
 */
export const pruned = (schema: JsonObject, value: Json, path = ''): Pruned => {
  if (isList(value)) {
    const items = value.map((item, index) => pruned(objectAt(schema, 'items'), item, `${path}[${index}]`))
    return { kept: items.map(({ kept }) => kept), dropped: items.flatMap(({ dropped }) => dropped) }
  }
  if (!isObject(value)) return { kept: value, dropped: [] }
  const isHead = (key: string): boolean => path === '' && (key === 'apiVersion' || key === 'kind' || key === 'metadata')
  const fields = Object.entries(value).map(([key, inner]): readonly [string, Pruned | null] => {
    const property = propertyOf(schema, key)
    if (isHead(key)) return [key, { kept: inner, dropped: [] }]
    if (property !== null)
      return [key, inner !== null || property['nullable'] === true ? pruned(property, inner, join(path, key)) : null]
    if (allowsAll(schema)) return [key, { kept: inner, dropped: [] }]
    return [key, { kept: null, dropped: [{ path: join(path, key), known: Object.keys(objectAt(schema, 'properties')) }] }]
  })
  const isKept = (key: string): boolean => isHead(key) || propertyOf(schema, key) !== null || allowsAll(schema)
  const kept: JsonObject = Object.fromEntries(fields.flatMap(([key, it]) => (it === null || !isKept(key) ? [] : [[key, it.kept]])))
  return {
    kept: { ...kept, ...Object.fromEntries(preset(schema, kept)) },
    dropped: fields.flatMap(([, it]) => it?.dropped ?? []),
  }
}

/** True for numbers, including bigint (`parseExactJson`). */
const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint'

const jsonType = (value: Json): string =>
  value === null ? 'null'
    : isList(value) ? 'array'
    : isNumber(value) ? (typeof value === 'bigint' || Number.isSafeInteger(value) ? 'integer' : 'number') : typeof value

const fits = (wanted: string, value: Json): boolean => {
  const found = jsonType(value)
  return wanted === '' || found === wanted || (wanted === 'number' && found === 'integer')
}

const invalidValue = (field: string, value: Json, why: string): FieldError => ({
  field,
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${exactJsonText(isObject(value) || isList(value) ? jsonType(value) : value)}: ${field} in body ${why}`,
})

const boundErrors = (schema: JsonObject, value: Json, field: string): readonly FieldError[] => {
  const { minimum, maximum, minLength, pattern } = schema
  const broken: readonly (readonly [boolean, string])[] = [
    ...(isNumber(value) && typeof minimum === 'number'
      ? [[value < minimum, `should be greater than or equal to ${minimum}`] as const] : []),
    ...(isNumber(value) && typeof maximum === 'number'
      ? [[value > maximum, `should be less than or equal to ${maximum}`] as const] : []),
    ...(typeof value === 'string' && typeof minLength === 'number'
      ? [[value.length < minLength, `should be at least ${minLength} chars long`] as const] : []),
    ...(typeof value === 'string' && typeof pattern === 'string'
      ? [[!new RegExp(pattern).test(value), `should match '${pattern}'`] as const] : []),
  ]
  return broken.filter(([isBroken]) => isBroken).map(([, why]) => invalidValue(field, value, why))
}

/**
 * Violations of the schema by a value, with the messages of the API server. Rules in CEL and limits of sizes are not evaluated: only a real
 * server does that.
 */
export const schemaErrors = (schema: JsonObject, value: Json, path = ''): readonly FieldError[] => {
  if (value === null && (schema['nullable'] === true || path === '')) return []
  const intOrString = schema['x-kubernetes-int-or-string'] === true
  const type = intOrString || typeof schema['type'] !== 'string' ? '' : schema['type']
  if (!fits(type, value) || (intOrString && !['integer', 'string'].includes(jsonType(value))))
    return [{
      field: path,
      reason: 'FieldValueTypeInvalid',
      message: `Invalid value: ${JSON.stringify(jsonType(value))}: ${path} in body must be of type ${
        type === '' ? 'integer,string' : type
      }: ${JSON.stringify(jsonType(value))}`,
    }]
  const options = schema['enum']
  if (isList(options) && !options.some(option => isSameJson(option, value)))
    return [{
      field: path,
      reason: 'FieldValueNotSupported',
      message: `Unsupported value: ${exactJsonText(value)}: supported values: ${options.map(option => exactJsonText(option)).join(', ')}`,
    }]
  if (isList(value)) return value.flatMap((item, index) => schemaErrors(objectAt(schema, 'items'), item, `${path}[${index}]`))
  if (!isObject(value)) return boundErrors(schema, value, path)
  const { required } = schema
  const missing = (isList(required) ? required : []).filter(key => typeof key === 'string').filter(key => !(key in value))
    .map((key): FieldError => ({ field: join(path, key), reason: 'FieldValueRequired', message: 'Required value' }))
  const inner = Object.entries(value).flatMap(([key, item]) => {
    const property = propertyOf(schema, key)
    return property === null ? [] : schemaErrors(property, item, join(path, key))
  })
  return [...missing, ...inner]
}
