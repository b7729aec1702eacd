import { printDouble } from '../../flink/configuration/value-text.ts'
import type { Json, JsonObject } from '../../contract/resource/json.ts'
import { podTemplateValue } from './pod-template-value.ts'
import { shownNull, type ShownValue } from './shown-value.ts'

/** How the value of a field is compared and printed. */
export type ValueForm =
  /** The JSON unchanged. */
  | { readonly _tag: 'Plain' }
  /** A Java double: prints with a fraction. */
  | { readonly _tag: 'Double' }
  /** An integer of 64 bits, kept as text where a JavaScript number can not hold it. */
  | { readonly _tag: 'Nonce' }
  | { readonly _tag: 'PodTemplate' }
  /** An object whose fields are known; they print in this order. */
  | { readonly _tag: 'Object'; readonly fields: FieldForms }

/** `optional` fields are left out if they are null: older releases did not have them. */
export type FieldForms = Readonly<Record<string, { readonly form: ValueForm; readonly optional?: true }>>

export const plain: ValueForm = { _tag: 'Plain' }
export const double: ValueForm = { _tag: 'Double' }
export const nonce: ValueForm = { _tag: 'Nonce' }
export const podTemplate: ValueForm = { _tag: 'PodTemplate' }

const scalar = (value: Json, text: string, json: string = text): ShownValue => ({ _tag: 'Scalar', value, text, json, same: json })

/** Any JSON unchanged; null inside objects stays. */
export const plainValue = (value: Json): ShownValue => {
  if (value === null) return shownNull
  if (typeof value === 'string') return scalar(value, value, JSON.stringify(value))
  if (typeof value !== 'object') return scalar(value, String(value))
  if (Array.isArray(value)) return { _tag: 'List', items: (value as readonly Json[]).map(plainValue) }
  return { _tag: 'Fields', fields: Object.entries(value as JsonObject).map(([name, field]) => [name, plainValue(field)] as const) }
}

const objectValue = (fields: FieldForms, value: JsonObject): ShownValue => ({
  _tag: 'Fields',
  fields: Object.entries(fields).flatMap(([name, { form, optional }]) => {
    const shown = shownValue(form, Object.hasOwn(value, name) ? (value[name] ?? null) : null)
    return shown._tag === 'Null' && optional === true ? [] : [[name, shown] as const]
  }),
})

const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value in its form. Total: a value that does not fit the form stays unchanged. */
export const shownValue = (form: ValueForm, value: Json): ShownValue => {
  if (value === null) return shownNull
  switch (form._tag) {
    case 'Plain':
      return plainValue(value)
    case 'Double':
      return typeof value === 'number' ? scalar(value, printDouble(value)) : plainValue(value)
    case 'Nonce':
      return typeof value === 'object' ? plainValue(value) : scalar(value, String(value))
    case 'PodTemplate':
      return isObject(value) ? podTemplateValue(value) : plainValue(value)
    case 'Object':
      return isObject(value) ? objectValue(form.fields, value) : plainValue(value)
  }
}
