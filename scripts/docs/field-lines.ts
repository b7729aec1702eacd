import type { ShownField, ShownType } from '../../packages/core/src/crd/field.ts'
import { code, table } from './markdown.ts'

interface Line {
  readonly path: string
  readonly field: ShownField
}

const fieldsOf = (type: ShownType): readonly (readonly [string, ShownField])[] => {
  const { parts } = type
  if (parts?._tag === 'Fields') return parts.fields
  if (parts?._tag === 'Items') return fieldsOf(parts.item)
  if (parts?._tag !== 'Variants') return []
  // what several variants have is one line
  const all = Object.values(parts.variants).flatMap(fieldsOf)
  const typeNames = (
    name: string,
  ): readonly string[] => [...new Set(all.filter(([it]) => it === name).map(([, { type }]) => type.codec.name))]
  return [...new Map(all)].map((
    [name, field],
  ) => (typeNames(name).length === 1 ? [name, field] : [name, { ...field, type: { codec: { name: typeNames(name).join(' | ') } } }]))
}

/** Every field of a type, with its path. */
export const linesBelow = (prefix: string, type: ShownType): readonly Line[] =>
  fieldsOf(type).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    return [{ path, field }, ...linesBelow(`${path}${field.type.parts?._tag === 'Items' ? '[]' : ''}.`, field.type)]
  })

export const typeText = ({ codec: { name }, parts }: ShownType): string => {
  switch (parts?._tag) {
    case 'Fields':
      return 'object'
    case 'Items':
      return `list of ${typeText(parts.item)}`
    case 'Variants':
      return `one of ${Object.keys(parts.variants).map(code).join(', ')}`
    case undefined:
      return name.includes(' | ') ? name.split(' | ').map(code).join(' ') : name
  }
}

const isEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0

export const defaultText = (field: ShownField): string => {
  if (!('default' in field)) return 'required'
  switch (typeof field.default) {
    case 'string':
      return field.default === '' ? '' : code(field.default)
    case 'number':
    case 'boolean':
      return code(String(field.default))
    default:
      return isEmpty(field.default) ? 'empty' : ''
  }
}

/** Fields with their types, defaults and meanings. */
export const fieldTable = (type: ShownType): string =>
  table(
    ['field', 'type', 'default', 'meaning'],
    linesBelow('', type).map(({ path, field }) => [code(path), typeText(field.type), defaultText(field), field.doc]),
  )
