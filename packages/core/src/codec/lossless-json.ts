import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DecodeError } from '../resource/finding.ts'
import type { Json, JsonObject } from '../resource/json.ts'
import { preview } from './decode-error.ts'
import { schemaText } from './schema-text.ts'

/** JSON.parse hands the source text of a primitive to the reviver; ES2024's types don't know it yet. */
const exactInteger = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value

/**
 * Parses JSON text. Whole numbers that a JavaScript number can't hold exactly become the text of their digits, wherever they stand; the codecs
 * read both. Everything else is as JSON.parse gives it, at its speed: only text with a run of 16 digits is looked at closer.
 */
export const parseJson = (text: string): E.Either<DecodeError, Json> =>
  pipe(
    E.tryCatch(
      () => (/\d{16}/.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text)) as Json,
      (): DecodeError => ({ path: '', found: preview(text), expected: 'JSON text' }),
    ),
  )

/** The text of `json`; where `schema` (`openApiSchemaOf`) says integer, digits that `parseJson` kept as text become a number again. */
export const stringifyJson = (json: Json, schema: JsonObject): string => {
  const text = JSON.stringify(json)
  return /"-?\d{16,19}"/.test(text) ? schemaText(json, schema) : text
}
