import type { Json } from '../../../resource/json.ts'
import { isJsonObject } from '../../../codec/is-json-object.ts'
import { canonicalQuantity } from './quantity.ts'

/**
 * How Go writes a value of Kubernetes again that it has read: fields that the type does not have vanish, quantities become canonical, and
 * what is empty is left out or written as its zero value, as the type says (lyft-flinkapplication.md, section 2.3, step 2).
 */
export type GoType = Scalar | { readonly list: GoType } | { readonly map: Scalar } | GoStruct
type Scalar = 'text' | 'integer' | 'boolean' | 'quantity' | 'time'
export interface GoStruct {
  readonly fields: Readonly<Record<string, GoField>>
}

/**
 * A type alone: `omitempty`. Such a struct, or a scalar `pointer`, is left out only where it is not there; `always`: its zero value is
 * written then.
 */
export type GoField = GoType | { readonly always: GoType } | { readonly pointer: Scalar }

export const struct = (fields: Readonly<Record<string, GoField>>): GoStruct => ({ fields })
export const listOf = (list: GoType): GoType => ({ list })
export const mapOf = (map: Scalar): GoType => ({ map })
export const always = (type: GoType): GoField => ({ always: type })
export const pointer = (type: Scalar): GoField => ({ pointer: type })

/** What the type says of a value that is not there. */
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

/** A value as Go writes it; one of another type stays as it is, and is told by validation. */
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
  /** What is allowed; null: the type does not have such a field, and it is not taken over. */
  readonly expected: string | null
}

/** What of a value the type can't hold. */
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
