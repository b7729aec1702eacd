/** A Java `int`: decimal digits with an optional sign, 32 bits; null for anything else (api-and-config.md, section 3.3). */
export const parseInteger = (text: string): number | null => {
  if (!/^[+-]?\d+$/.test(text)) return null
  const value = Number(text)
  return value >= -(2 ** 31) && value < 2 ** 31 ? value + 0 : null
}

/** A Java `double` in decimal form; blanks around it are allowed. Null for anything else, including Java's hexadecimal form. */
export const parseDouble = (text: string): number | null => {
  const trimmed = text.trim()
  if (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[dDfF]?$/.test(trimmed)) return Number(trimmed.replace(/[dDfF]$/, ''))
  if (/^[+-]?Infinity$/.test(trimmed)) return trimmed.startsWith('-') ? -Infinity : Infinity
  return trimmed === 'NaN' ? NaN : null
}

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

/** Parses a list: elements separated by `;`, quoted if needed. Null: bad quoting (api-and-config.md, section 3.3). */
export const parseList = (text: string): readonly string[] | null => splitQuoted(text, ';')

/** Prints a list so that `parseList` returns it. */
export const printList = (elements: readonly string[]): string => elements.map(element => quoted(element, ';')).join(';')

type TextMap = Readonly<Record<string, string>>

/**
 * Parses `k:v,k2:v2`, quoted if needed (api-and-config.md, section 3.3). Null: bad quoting, a part that is not a pair, or a duplicate key.
 */
export const parseMap = (text: string): TextMap | null => {
  const pairs = splitQuoted(text, ',')?.map(pair => splitQuoted(pair, ':')) ?? null
  if (pairs === null) return null
  const entries = pairs.flatMap(pair => (pair?.length === 2 ? [[pair[0] ?? '', pair[1] ?? ''] as const] : []))
  const keys = new Set(entries.map(([key]) => key))
  return entries.length === pairs.length && keys.size === entries.length ? Object.fromEntries(entries) : null
}

/** Prints a map so that `parseMap` returns it, sorted by key (C-D19). */
export const printMap = (map: TextMap): string =>
  Object.keys(map)
    .sort()
    .map(key => quoted(`${quoted(key, ':')}:${quoted(map[key] ?? '', ':')}`, ','))
    .join(',')

/** Parses maps separated by `;`, as in `kubernetes.jobmanager.tolerations`. Null if a part is not a map. */
export const parseMapList = (text: string): readonly TextMap[] | null => {
  const parts = parseList(text)?.map(parseMap) ?? null
  if (parts === null) return null
  const maps = parts.flatMap(part => (part === null ? [] : [part]))
  return maps.length === parts.length ? maps : null
}

/** Scientific notation with the fewest digits, but at least two; of that length the nearest: 4.9E-324, not 5.0E-324. */
const scientific = (value: number): string => {
  const shortest = value.toExponential()
  const [mantissa = '', exponent = '0'] = (shortest.includes('.') ? shortest : value.toExponential(1)).split('e')
  return `${mantissa}E${Number(exponent)}`
}

/**
 * A number as Java's `Double.toString` writes it: 1 → `1.0`, 1e7 → `1.0E7`. Configuration values are compared as text, so the notation
 * matters.
 */
export const printDouble = (value: number): string => {
  const size = Math.abs(value)
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  if (!Number.isFinite(value)) return String(value)
  if (size < 1e-3 || size >= 1e7) return scientific(value)
  const text = String(value)
  return text.includes('.') ? text : `${text}.0`
}

/** `true` or `false` in any case (api-and-config.md, section 3.3); null for anything else. */
export const parseBoolean = (text: string): boolean | null => {
  const upper = text.toUpperCase()
  return upper === 'TRUE' ? true : upper === 'FALSE' ? false : null
}
