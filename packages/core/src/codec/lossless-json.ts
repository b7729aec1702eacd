import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { printDouble } from '../flink-configuration/print-double.ts'
import type { DecodeError } from '../resource/finding.ts'
import type { Json, JsonObject } from '../resource/json.ts'
import { preview } from './decode-error.ts'
import { schemaText } from './schema-text.ts'

/**
 * A number whose text is that of a decimal and whose value is not (`1000.0`, `1E8`, `-0.0`, `1e999`), until it is known where it stands.
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

/** JSON.parse hands the source text of a primitive to the reviver; ES2024's types don't know it yet. */
const exactNumber = (key: string, value: unknown, context?: { readonly source?: string }): unknown => {
  if (key === 'flinkConfiguration') return unmarked(value, printDouble)
  const source = context?.source ?? ''
  if (typeof value !== 'number') return value
  if (isDecimalText(source, value)) return { [decimal]: value }
  return !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value
}

/**
 * Only text with a run of 16 digits, or with a decimal that may be whole, is looked at closer: the other way is many times as fast. After a
 * name its quote is no escaped one: the recorded spec is JSON within a text, has such decimals nearly always (`\"cpu\":1.0`), and stays the
 * text that it is.
 */
const needsCare = /\d{16}|(?:[[,]|(?<!\\)(?:\\\\)*"\s*:)\s*-?\d+(?:\.0+|(?:\.\d+)?[eE][+-]?\d+)[\s,}\]]/

/** Is it parsed the slow way? */
export const isLookedAtCloser = (text: string): boolean => needsCare.test(text)

/**
 * Parses JSON text. Whole numbers that a JavaScript number can't hold exactly become the text of their digits, wherever they stand; the
 * codecs read both. In a `flinkConfiguration` a value is its text, and Java's text of `1000.0` is not that of `1000` (api-and-config.md,
 * section 3.1): there such numbers become their text. Everything else is as JSON.parse gives it, at its speed.
 */
export const parseJson = (text: string): E.Either<DecodeError, Json> =>
  pipe(
    E.tryCatch(
      () => (isLookedAtCloser(text) ? unmarked(JSON.parse(text, exactNumber), value => value) : JSON.parse(text) as Json),
      (): DecodeError => ({ path: '', found: preview(text), expected: 'JSON text' }),
    ),
  )

/** The text of `json`; where `schema` (`openApiSchemaOf`) says integer, digits that `parseJson` kept as text become a number again. */
export const stringifyJson = (json: Json, schema: JsonObject): string => {
  const text = JSON.stringify(json)
  return /"-?\d{16,19}"/.test(text) ? schemaText(json, schema) : text
}
