import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DecodeError } from '../resource/finding.ts'
import type { Json, JsonObject } from '../resource/json.ts'
import { preview } from './decode-error.ts'
import { isJsonObject } from './is-json-object.ts'
import { parseJson } from './lossless-json.ts'
import { innerSchema } from './schema-text.ts'

/** A whole number as Kubernetes reads it: exact within 64 bits, beyond them a double. */
export const wholeNumber = (value: bigint): bigint | number =>
  Number.isSafeInteger(Number(value)) || BigInt.asIntN(64, value) !== value ? Number(value) : value

const exactNumber = (digits: string): bigint | number => wholeNumber(BigInt(digits))

/** Plain JSON.parse is many times as fast. It is exact without a run of 16 digits, and without an exponent that leaves the range. */
const needsCare = /\d{16}|[eE]\+?\d{3}/

/** JSON.parse hands the source text of a primitive to the reviver; ES2024's types don't know it yet. */
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
 * Parses JSON text as an API server does, to exact JSON. Left: it is no JSON, or a number in it is beyond a double.
 *
 * Exact JSON is JSON as an API server holds it: numbers stay numbers. A whole number that a JavaScript number can't hold is a bigint (which
 * the type `Json` does not tell). Schemas and patches work on exact JSON; decisions work on what `parseJson` reads, where such a number is
 * the text of its digits.
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

/** The JSON text of exact JSON; `indent`: of each level, empty for all in one line. */
export const exactJsonText = (json: Json, indent = ''): string =>
  // JSON.stringify refuses a bigint: only then the slow way is taken
  pipe(E.tryCatch(() => JSON.stringify(json, null, indent), () => null), E.getOrElse(() => slowText(json, indent)))

/** Exact JSON as the operator reads it from the API server (`parseJson`). */
export const readFromExact = (json: Json): Json => pipe(parseJson(exactJsonText(json)), E.getOrElse((): Json => json))

/** The opposite, for one of our resources or a part of one: where its schema says integer, the text of digits is a number again. */
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
