/**
 * Flink's text format for lists and maps (api-and-config.md, section 3.3; `StructuredOptionsSplitter`). Parts are separated by delimiters
 * and trimmed. Quotes `'…'` or `"…"` protect special characters; a quote inside a quoted part is doubled.
 */

/** Characters for which Java's `Character.isWhitespace` is true. An unquoted part does not start with them. */
const whitespace = '\\t-\\r\\u001c-\\u0020\\u1680\\u2000-\\u2006\\u2008-\\u200a\\u2028\\u2029\\u205f\\u3000'

/** Tokens are contiguous, and some alternative matches every character: the text is scanned once. */
const tokens = (delimiter: string): RegExp =>
  new RegExp(
    `[${whitespace}]+|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|${delimiter}|[^${delimiter}${whitespace}'"][^${delimiter}]*`,
    'guy',
  )

const tokenPattern = { ';': tokens(';'), ',': tokens(','), ':': tokens(':') } as const

export type Delimiter = keyof typeof tokenPattern

const isWhitespace = new RegExp(`^[${whitespace}]+$`, 'u')

/** Trims like Java's `String.trim`. */
const trimmed = (text: string): string => text.replace(/^[\u0000-\u0020]+/u, '').replace(/(?<![\u0000-\u0020])[\u0000-\u0020]+$/u, '')

const isQuoted = (token: string): boolean => token.startsWith("'") || token.startsWith('"')

/** True if the closing quote exists. Quotes inside are doubled, so their number is even. */
const isClosed = (token: string): boolean => {
  const quote = token.charAt(0)
  return token.split(quote).length % 2 === 1
}

const unquoted = (token: string): string => {
  const quote = token.charAt(0)
  return isQuoted(token) ? token.slice(1, -1).replaceAll(quote + quote, quote) : trimmed(token)
}

/** Splits at the delimiter. Keeps empty parts only between two delimiters. Null: a quote is not closed, or text follows a closing quote. */
export const splitQuoted = (text: string, delimiter: Delimiter): readonly string[] | null => {
  const found = Array.from(text.matchAll(tokenPattern[delimiter]), match => match[0]).filter(token => !isWhitespace.test(token))
  const misquoted = found.some((token, at) =>
    isQuoted(token) && (!isClosed(token) || (at + 1 < found.length && found[at + 1] !== delimiter))
  )
  if (misquoted) return null
  return found.flatMap((token, at) => (token !== delimiter ? [unquoted(token)] : found[at + 1] === delimiter ? [''] : []))
}

/** Matches a part that must be quoted. Strict about the first and last character: Java versions differ in their blanks. */
const needsQuotes = /^$|['"]|^[\u0000-\u0020\s]|[\u0000-\u0020\s]$/u

/** Prints one part, in single quotes if it would be read differently without them (U01). */
export const quoted = (part: string, delimiter: Delimiter): string =>
  part.includes(delimiter) || needsQuotes.test(part) ? `'${part.replaceAll("'", "''")}'` : part
