/**
 * Flink's own way of writing lists and maps in one line of text (api-and-config.md, section 3.3; `StructuredOptionsSplitter`): parts
 * between delimiters, blanks around them dropped, quoted with `'…'` or `"…"` where they would be read otherwise; a quote inside is doubled.
 */

/** What Java's `Character.isWhitespace` is true of: such characters begin no part without quotes. */
const whitespace = '\\t-\\r\\u001c-\\u0020\\u1680\\u2000-\\u2006\\u2008-\\u200a\\u2028\\u2029\\u205f\\u3000'

/** Each token begins where the one before ends, and some alternative takes every character: a text is read once. */
const tokens = (delimiter: string): RegExp =>
  new RegExp(
    `[${whitespace}]+|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|${delimiter}|[^${delimiter}${whitespace}'"][^${delimiter}]*`,
    'guy',
  )

const tokenPattern = { ';': tokens(';'), ',': tokens(','), ':': tokens(':') } as const

export type Delimiter = keyof typeof tokenPattern

const isWhitespace = new RegExp(`^[${whitespace}]+$`, 'u')

/** As Java's `String.trim`. */
const trimmed = (text: string): string => text.replace(/^[\u0000-\u0020]+/u, '').replace(/(?<![\u0000-\u0020])[\u0000-\u0020]+$/u, '')

const isQuoted = (token: string): boolean => token.startsWith("'") || token.startsWith('"')

/** Quotes inside are doubled, so that their number is even. */
const isClosed = (token: string): boolean => {
  const quote = token.charAt(0)
  return token.split(quote).length % 2 === 1
}

const unquoted = (token: string): string => {
  const quote = token.charAt(0)
  return isQuoted(token) ? token.slice(1, -1).replaceAll(quote + quote, quote) : trimmed(token)
}

/** Splits at the delimiter. Empty parts survive only between two delimiters. Null: a quote is not closed, or text follows a closed one. */
export const splitQuoted = (text: string, delimiter: Delimiter): readonly string[] | null => {
  const found = Array.from(text.matchAll(tokenPattern[delimiter]), match => match[0]).filter(token => !isWhitespace.test(token))
  const misquoted = found.some((token, at) =>
    isQuoted(token) && (!isClosed(token) || (at + 1 < found.length && found[at + 1] !== delimiter))
  )
  if (misquoted) return null
  return found.flatMap((token, at) => (token !== delimiter ? [unquoted(token)] : found[at + 1] === delimiter ? [''] : []))
}

/** Would it be read otherwise without quotes? The characters at its ends are judged strictly: Java's versions differ in what is a blank. */
const needsQuotes = /^$|['"]|^[\u0000-\u0020\s]|[\u0000-\u0020\s]$/u

/** One part as it is written: in single quotes where it would be read otherwise without them (U01). */
export const quoted = (part: string, delimiter: Delimiter): string =>
  part.includes(delimiter) || needsQuotes.test(part) ? `'${part.replaceAll("'", "''")}'` : part
