import { isJsonObject } from '@flink-operator/core/crd'
import type { Json } from '@flink-operator/core/resource'
import { canonicalQuantity } from './quantity.ts'

/**
 * How Go writes back a Kubernetes value that it has read: fields that the type does not have are dropped, quantities become canonical, and
 * empty values are omitted or written as zero values, depending on the type (lyft-flinkapplication.md, section 2.3, step 2).
 */
export type GoType = Scalar | { readonly list: GoType } | { readonly map: Scalar } | GoStruct
type Scalar = 'text' | 'integer' | 'boolean' | 'quantity' | 'time'
export interface GoStruct {
  readonly fields: Readonly<Record<string, GoField>>
}

/**
 * A type alone means `omitempty`. A struct with it, or a scalar `pointer`, is omitted only if it is absent. `always`: the zero value is
 * written instead.
 */
export type GoField = GoType | { readonly always: GoType } | { readonly pointer: Scalar }

export const struct = (fields: Readonly<Record<string, GoField>>): GoStruct => ({ fields })
export const listOf = (list: GoType): GoType => ({ list })
export const mapOf = (map: Scalar): GoType => ({ map })
export const always = (type: GoType): GoField => ({ always: type })
export const pointer = (type: Scalar): GoField => ({ pointer: type })

/** The value that Go writes for an absent value. */
const zero = (type: GoType): Json => {
  if (typeof type === 'object') return 'fields' in type ? rewritten(type, {}) : null
  switch (type) {
    case 'text':
      return ''
    case 'integer':
      return 0
    case 'boolean':
      return false
    case 'quantity':
      return '0'
    case 'time':
      return null
  }
}

const scalar = (type: Scalar, json: Json): Json =>
  type === 'quantity' && (typeof json === 'string' || typeof json === 'number') ? canonicalQuantity(String(json)) : json

const isEmpty = (type: GoType, json: Json): boolean => {
  if (typeof type === 'object') {
    return 'list' in type ? Array.isArray(json) && json.length === 0 : 'map' in type && isJsonObject(json) && Object.keys(json).length === 0
  }
  return type !== 'quantity' && (json === '' || json === 0 || json === false)
}

const typeOf = (field: GoField): GoType =>
  typeof field !== 'object' ? field : 'always' in field ? field.always : 'pointer' in field ? field.pointer : field

/** Undefined: the field is left out. */
const fieldOf = (field: GoField, json: Json | undefined): Json | undefined => {
  const isAlways = typeof field === 'object' && 'always' in field
  const isPointer = typeof field === 'object' && 'pointer' in field
  if (json === undefined || json === null) return isAlways ? zero(typeOf(field)) : undefined
  const value = rewritten(typeOf(field), json)
  return !isAlways && !isPointer && isEmpty(typeOf(field), value) ? undefined : value
}

/** A value as Go writes it. A value of another type stays unchanged, and validation reports it. */
export const rewritten = (type: GoType, json: Json): Json => {
  if (json === null) return zero(type)
  if (typeof type !== 'object') return scalar(type, json)
  if ('list' in type) return Array.isArray(json) ? (json as readonly Json[]).map(item => rewritten(type.list, item)) : json
  if (!isJsonObject(json)) return json
  if ('map' in type) return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, rewritten(type.map, value)]))
  return Object.fromEntries(
    Object.entries(type.fields).flatMap(([key, field]): readonly (readonly [string, Json])[] => {
      const value = fieldOf(field, json[key])
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

const fits = (type: Scalar, json: Json): boolean => {
  switch (type) {
    case 'text':
    case 'time':
      return typeof json === 'string'
    case 'integer':
      return typeof json === 'number' && Number.isInteger(json)
    case 'boolean':
      return typeof json === 'boolean'
    case 'quantity':
      return typeof json === 'string' || typeof json === 'number'
  }
}

const expected = (type: GoType): string => typeof type !== 'object' ? `a value of type ${type}` : 'list' in type ? 'a list' : 'an object'

export interface Misfit {
  readonly path: string
  /** The allowed values; null: the type has no such field, and the field is ignored. */
  readonly expected: string | null
}

/** The parts of a value that the type can't hold. */
export const misfits = (type: GoType, json: Json | undefined, path: string): readonly Misfit[] => {
  if (json === undefined || json === null) return []
  const misfit: readonly Misfit[] = [{ path, expected: expected(type) }]
  if (typeof type !== 'object') return fits(type, json) ? [] : misfit
  if ('list' in type) {
    return Array.isArray(json) ? (json as readonly Json[]).flatMap((item, at) => misfits(type.list, item, `${path}[${at}]`)) : misfit
  }
  if (!isJsonObject(json)) return misfit
  const inner = json
  if ('map' in type) return Object.entries(inner).flatMap(([key, value]) => misfits(type.map, value, `${path}.${key}`))
  return Object.entries(inner).flatMap(([key, value]): readonly Misfit[] => {
    const field = Object.hasOwn(type.fields, key) ? type.fields[key] : undefined
    return field === undefined ? [{ path: `${path}.${key}`, expected: null }] : misfits(typeOf(field), value, `${path}.${key}`)
  })
}
