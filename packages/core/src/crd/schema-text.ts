import type { Json, JsonObject } from '../contract/resource/json.ts'
import { isJsonObject } from './is-json-object.ts'

const digits = /^-?\d+$/

/** Prints a double like Java: `1.0`, `0.1`, `1.0E7`. */
const javaDouble = (value: number): string => {
  const size = Math.abs(value)
  if (value === 0 || (size >= 1e-3 && size < 1e7)) return Number.isInteger(value) ? `${value}.0` : String(value)
  const [mantissa = '', exponent = ''] = value.toExponential().split('e')
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${exponent.replace('+', '')}`
}

/** The schema of a field (`properties`), of list items (`items`) or of map values (`additionalProperties`); null: none. */
export const innerSchema = (schema: JsonObject | null, keyword: string, key: string): JsonObject | null => {
  const within = schema?.[keyword]
  const inner = isJsonObject(within) ? (keyword === 'properties' ? within[key] : within) : null
  return isJsonObject(inner) ? inner : null
}

const scalarText = (json: string | number | boolean | null, schema: JsonObject | null): string =>
  typeof json === 'string' && schema?.['type'] === 'integer' && digits.test(json) ? json
    : typeof json === 'number' && schema?.['type'] === 'number' ? javaDouble(json)
    : JSON.stringify(json)

/**
 * JSON text in the order of the keys, without blanks, as Jackson prints it. If the schema says integer, digits kept as text become a number
 * again. If it says number, the text always has a decimal point.
 */
export const schemaText = (json: Json, schema: JsonObject | null): string => {
  if (Array.isArray(json)) {
    const items = innerSchema(schema, 'items', '')
    return `[${(json as readonly Json[]).map(item => schemaText(item, items)).join(',')}]`
  }
  if (!isJsonObject(json)) return scalarText(json as string | number | boolean | null, schema)
  const fields = Object.entries(json).map(([key, value]) =>
    `${JSON.stringify(key)}:${
      schemaText(value, innerSchema(schema, 'properties', key) ?? innerSchema(schema, 'additionalProperties', key))
    }`
  )
  return `{${fields.join(',')}}`
}
