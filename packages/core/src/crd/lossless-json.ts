import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { printDouble } from '../flink/configuration/value-text.ts'
import type { DecodeError } from '../contract/resource/finding.ts'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import { preview } from './decode-error.ts'
import { schemaText } from './schema-text.ts'

/**
 * Marks a number that is written as a decimal but has a whole value (`1000.0`, `1E8`, `-0.0`, `1e999`), until its path is known.
 */
const decimal = Symbol('decimal')
type Marked = Readonly<Record<typeof decimal, number>>

const isMarked = (value: unknown): value is Marked => typeof value === 'object' && value !== null && decimal in value

const unmarked = (json: unknown, as: (value: number) => Json): Json => {
  if (isMarked(json)) return as(json[decimal])
  if (Array.isArray(json)) return json.map(it => unmarked(it, as))
  if (typeof json !== 'object' || json === null) return json as Json
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, unmarked(value, as)]))
}

const isDecimalText = (source: string, value: number): boolean =>
  /[.eE]/.test(source) && (Number.isInteger(value) || !Number.isFinite(value))

/** JSON.parse passes the source text of a primitive to the reviver; the types of ES2024 lack this parameter. */
const exactNumber = (key: string, value: unknown, context?: { readonly source?: string }): unknown => {
  if (key === 'flinkConfiguration') return unmarked(value, printDouble)
  const source = context?.source ?? ''
  if (typeof value !== 'number') return value
  if (isDecimalText(source, value)) return { [decimal]: value }
  return !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value
}

/**
 * Matches text that needs the slow parser: 16 digits in a row, or a decimal that may have a whole value. The fast parser is many times
 * faster. Ignores escaped quotes after a name: recorded specs are JSON inside a text and nearly always contain such decimals
 * (`\"cpu\":1.0`), but stay text.
 */
const needsCare = /\d{16}|(?:[[,]|(?<!\\)(?:\\\\)*"\s*:)\s*-?\d+(?:\.0+|(?:\.\d+)?[eE][+-]?\d+)[\s,}\]]/

/** True if the text needs the slow parser. */
export const isLookedAtCloser = (text: string): boolean => needsCare.test(text)

/**
 * Parses JSON text. Whole numbers that a JavaScript number can't hold exactly become the text of their digits; the codecs read both. In a
 * `flinkConfiguration` a value counts as text, and Java prints `1000.0` differently from `1000` (api-and-config.md, section 3.1): there
 * such decimals become their text. Everything else is the result of JSON.parse, at its speed.
 */
export const parseJson = (text: string): E.Either<DecodeError, Json> =>
  pipe(
    E.tryCatch(
      () => (isLookedAtCloser(text) ? unmarked(JSON.parse(text, exactNumber), value => value) : JSON.parse(text) as Json),
      (): DecodeError => ({ path: '', found: preview(text), expected: 'JSON text' }),
    ),
  )

/** The text of `json`. Digits that `parseJson` kept as text become a number again if `schema` (`openApiSchemaOf`) says integer. */
export const stringifyJson = (json: Json, schema: JsonObject): string => {
  const text = JSON.stringify(json)
  return /"-?\d{16,19}"/.test(text) ? schemaText(json, schema) : text
}
