import type { Json } from '../../contract/resource/json.ts'

/**
 * A value of a spec in the diff. `same` decides equality, `value` is the plain data, `text` is the printed form of a scalar alone, `json`
 * its printed form inside an object. They differ where the types of the spec differ from JSON: a double prints `1.0`, a nonce of 64 bits
 * keeps its digits, and `1Gi` equals `1024Mi`.
 */
export type ShownValue =
  | { readonly _tag: 'Null' }
  | { readonly _tag: 'Scalar'; readonly value: Json; readonly text: string; readonly json: string; readonly same: string }
  | { readonly _tag: 'List'; readonly items: readonly ShownValue[] }
  | { readonly _tag: 'Fields'; readonly fields: readonly (readonly [string, ShownValue])[] }

export const shownNull: ShownValue = { _tag: 'Null' }

/** The item or field at `key`. Null if it is absent or null. */
export const fieldOf = (value: ShownValue, key: string): ShownValue | null => {
  switch (value._tag) {
    case 'List':
      return value.items[Number(key)] ?? null
    case 'Fields':
      return value.fields.find(([name]) => name === key)?.[1] ?? null
    case 'Null':
    case 'Scalar':
      return null
  }
}

/** True if the diff treats both as equal. The order of fields does not count, the order of list items does (P12). */
export const isSame = (a: ShownValue, b: ShownValue): boolean => {
  switch (a._tag) {
    case 'Null':
      return b._tag === 'Null'
    case 'Scalar':
      return b._tag === 'Scalar' && a.same === b.same
    case 'List':
      return b._tag === 'List' && a.items.length === b.items.length && a.items.every((item, at) => isSame(item, b.items[at] ?? shownNull))
    case 'Fields': {
      if (b._tag !== 'Fields' || a.fields.length !== b.fields.length) return false
      const others = new Map(b.fields)
      return a.fields.every(([name, value]) => {
        const other = others.get(name)
        return other !== undefined && isSame(value, other)
      })
    }
  }
}

/** The value as plain data. */
export const toJson = (value: ShownValue): Json => {
  switch (value._tag) {
    case 'Null':
      return null
    case 'Scalar':
      return value.value
    case 'List':
      return value.items.map(toJson)
    case 'Fields':
      return Object.fromEntries(value.fields.map(([name, field]) => [name, toJson(field)]))
  }
}

/** JSON text without blanks; fields keep their order. */
export const toJsonText = (value: ShownValue): string => {
  switch (value._tag) {
    case 'Null':
      return 'null'
    case 'Scalar':
      return value.json
    case 'List':
      return `[${value.items.map(toJsonText).join(',')}]`
    case 'Fields':
      return `{${value.fields.map(([name, field]) => `${JSON.stringify(name)}:${toJsonText(field)}`).join(',')}}`
  }
}
