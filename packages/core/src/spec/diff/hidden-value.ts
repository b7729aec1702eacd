import { hideAt } from '../../contract/redaction/secret-places.ts'
import { hidden } from '../../contract/redaction/sensitive-name.ts'
import type { Json } from '../../contract/resource/json.ts'
import { type ShownValue, toJson } from './shown-value.ts'

const isObject = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replaces the texts that the redaction rule changed. All other values keep their printed form. */
const overlaid = (value: ShownValue, shown: Json | undefined): ShownValue => {
  switch (value._tag) {
    case 'Null':
      return value
    case 'Scalar':
      return shown === value.value || typeof shown !== 'string' ? value
        : { _tag: 'Scalar', value: shown, text: shown, json: JSON.stringify(shown), same: shown }
    case 'List':
      return {
        ...value,
        items: value.items.map((item, at) => overlaid(item, Array.isArray(shown) ? (shown as readonly Json[])[at] : undefined)),
      }
    case 'Fields':
      return {
        ...value,
        fields: value.fields.map(([name, field]) => [name, overlaid(field, isObject(shown) ? shown[name] : undefined)] as const),
      }
  }
}

/** The value with its secrets hidden (P23). `path`: path of the value in the spec. */
export const withoutSecrets = (path: string, value: ShownValue): ShownValue => overlaid(value, hideAt(path, toJson(value), () => hidden))
