import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DecodeError } from '../contract/resource/finding.ts'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import { preview } from './decode-error.ts'
import { isJsonObject } from './is-json-object.ts'
import { parseJson } from './lossless-json.ts'
import { innerSchema } from './schema-text.ts'

/** A whole number as Kubernetes reads it: exact within 64 bits, otherwise a double. */
export const wholeNumber = (value: bigint): bigint | number =>
  Number.isSafeInteger(Number(value)) || BigInt.asIntN(64, value) !== value ? Number(value) : value

const exactNumber = (digits: string): bigint | number => wholeNumber(BigInt(digits))

/** Matches text that plain JSON.parse, which is many times faster, may read inexactly: 16 digits in a row, or a large exponent. */
const needsCare = /\d{16}|[eE]\+?\d{3}/

/** JSON.parse passes the source text of a primitive to the reviver; the types of ES2024 lack this parameter. */
const revived = (_key: string, value: unknown, context?: { readonly source?: string }): unknown => {
  const source = context?.source ?? ''
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return /^-?\d+$/.test(source) ? exactNumber(source) : value
}

const isFinite = (json: unknown): boolean =>
  typeof json === 'number' ? Number.isFinite(json)
    : Array.isArray(json) ? json.every(isFinite)
    : typeof json !== 'object' || json === null || Object.values(json).every(isFinite)

/**
 * Parses JSON text as an API server does, to exact JSON. Left: the text is not JSON, or a number exceeds the range of a double.
 *
 * Exact JSON keeps numbers as numbers. A whole number that a JavaScript number can't hold is a bigint, though the type `Json` lacks it.
 * Schemas and patches use exact JSON. Decisions use the result of `parseJson`, in which such a number is the text of its digits.
 */
export const parseExactJson = (text: string): E.Either<DecodeError, Json> => {
  const parsed = E.tryCatch(
    (): unknown => (needsCare.test(text) ? JSON.parse(text, revived) : JSON.parse(text)),
    (): DecodeError => ({ path: '', found: preview(text), expected: 'JSON text' }),
  )
  if (E.isLeft(parsed)) return parsed
  return needsCare.test(text) && !isFinite(parsed.right)
    ? E.left({ path: '', found: preview(text), expected: 'JSON text whose numbers are in range' })
    : E.right(parsed.right as Json)
}

const enclosed = ([open, close]: readonly [string, string], inner: readonly string[], indent: string, before: string): string =>
  inner.length === 0 ? `${open}${close}`
    : indent === '' ? `${open}${inner.join(',')}${close}`
    : `${open}\n${inner.map(text => `${before}${indent}${text}`).join(',\n')}\n${before}${close}`

const slowText = (json: unknown, indent: string, before = ''): string => {
  if (typeof json === 'bigint') return String(json)
  const below = `${before}${indent}`
  if (Array.isArray(json)) return enclosed(['[', ']'], json.map(item => slowText(item ?? null, indent, below)), indent, before)
  if (typeof json !== 'object' || json === null) return JSON.stringify(json)
  const fields = Object.entries(json).filter(([, value]) => value !== undefined)
  const colon = indent === '' ? ':' : ': '
  return enclosed(
    ['{', '}'],
    fields.map(([key, value]) => `${JSON.stringify(key)}${colon}${slowText(value, indent, below)}`),
    indent,
    before,
  )
}

/** The JSON text of exact JSON. `indent`: indentation per level; empty: all in one line. */
export const exactJsonText = (json: Json, indent = ''): string =>
  // JSON.stringify throws on a bigint: only then use the slow way
  pipe(E.tryCatch(() => JSON.stringify(json, null, indent), () => null), E.getOrElse(() => slowText(json, indent)))

/** Converts exact JSON to the form that the operator reads from the API server (`parseJson`). */
export const readFromExact = (json: Json): Json => pipe(parseJson(exactJsonText(json)), E.getOrElse((): Json => json))

/** The inverse, for one of our resources or a part of it: digits as text become a number again if the schema says integer. */
export const exactFromRead = (json: Json, schema: JsonObject | null): Json => {
  if (schema === null) return json
  if (typeof json === 'string') return schema['type'] === 'integer' && /^-?\d{16,19}$/.test(json) ? exactNumber(json) as Json : json
  if (Array.isArray(json)) {
    const items = innerSchema(schema, 'items', '')
    return (json as readonly Json[]).map(item => exactFromRead(item, items))
  }
  return isJsonObject(json)
    ? Object.fromEntries(
      Object.entries(json).map(([key, value]) => [
        key,
        exactFromRead(value, innerSchema(schema, 'properties', key) ?? innerSchema(schema, 'additionalProperties', key)),
      ]),
    )
    : json
}
