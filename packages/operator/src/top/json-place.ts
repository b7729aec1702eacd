import type { JsonObject } from '@flink-operator/core'

type Json = Readonly<Record<string, unknown>>

export const objectAt = (value: unknown, field: string): Json => {
  const inner = typeof value === 'object' && value !== null ? (value as Json)[field] : null
  return typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner as Json : {}
}

export const textAt = (value: Json, field: string): string | null => {
  const text = value[field]
  return typeof text === 'string' && text !== '' ? text : null
}

export const arrayAt = (value: Json, field: string): readonly unknown[] => {
  const inner = value[field]
  return Array.isArray(inner) ? inner : []
}

/** '' if the object has none. */
export const nameOf = (json: JsonObject): { readonly namespace: string; readonly name: string } => {
  const metadata = objectAt(json, 'metadata')
  return { namespace: textAt(metadata, 'namespace') ?? '', name: textAt(metadata, 'name') ?? '' }
}
