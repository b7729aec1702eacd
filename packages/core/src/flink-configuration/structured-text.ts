/**
 * Flink's own way of writing lists and maps in one line of text (api-and-config.md, section 3.3; `StructuredOptionsSplitter`): parts
 * between delimiters, blanks around them dropped, quoted with `'…'` or `"…"` where they hold a delimiter or a quote; a quote inside is
 * doubled.
 */
const tokenPattern = {
  ';': /\s+|'(?:[^']|'')*'|"(?:[^"]|"")*"|;|[^;\s'"][^;]*/gu,
  ',': /\s+|'(?:[^']|'')*'|"(?:[^"]|"")*"|,|[^,\s'"][^,]*/gu,
  ':': /\s+|'(?:[^']|'')*'|"(?:[^"]|"")*"|:|[^:\s'"][^:]*/gu,
} as const

export type Delimiter = keyof typeof tokenPattern

const isQuoted = (token: string): boolean => token.startsWith("'") || token.startsWith('"')

const unquoted = (token: string): string => {
  const quote = token.charAt(0)
  return isQuoted(token) ? token.slice(1, -1).replaceAll(quote + quote, quote) : token.trim()
}

/** Splits at the delimiter. Empty parts survive only between two delimiters. Null: a quote is not closed, or text follows a closed one. */
export const splitQuoted = (text: string, delimiter: Delimiter): readonly string[] | null => {
  const all = Array.from(text.matchAll(tokenPattern[delimiter]), match => match[0])
  if (all.join('').length !== text.length) return null
  const tokens = all.filter(token => token.trim() !== '')
  const misquoted = tokens.some((token, at) => isQuoted(token) && at + 1 < tokens.length && tokens[at + 1] !== delimiter)
  if (misquoted) return null
  return tokens.flatMap((token, at) => (token !== delimiter ? [unquoted(token)] : tokens[at + 1] === delimiter ? [''] : []))
}

/** One part as it is written: in single quotes where it holds the delimiter or a quote. */
export const quoted = (part: string, delimiter: Delimiter): string =>
  part.includes(delimiter) || part.includes('"') || part.includes("'") ? `'${part.replaceAll("'", "''")}'` : part
