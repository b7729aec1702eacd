import type { Span } from './known-texts.ts'

/** Are there only blanks between this place and the beginning of its line? */
export const isFirstInLine = (text: string, at: number): boolean => {
  let before = at - 1
  while (before >= 0 && (text.charAt(before) === ' ' || text.charAt(before) === '\t')) before -= 1
  return before < 0 || text.charAt(before) === '\n'
}

/** Where this quote stands again from here on, without a backslash before it; the end of the text: nowhere. */
export const closingQuote = (text: string, quote: string, from: number): number => {
  let at = text.indexOf(quote, from)
  while (at > from && text.charAt(at - 1) === '\\') at = text.indexOf(quote, at + 1)
  return at < 0 ? text.length : at
}

/** The text with each of these stretches replaced. They stand in its order, and none reaches into the next. */
export const replacedSpans = (text: string, spans: readonly Span[], replacement: (part: string) => string): string =>
  spans.length === 0 ? text
    : [
      ...spans.flatMap(({ start, end }, at) => [text.slice(spans[at - 1]?.end ?? 0, start), replacement(text.slice(start, end))]),
      text.slice(spans.at(-1)?.end ?? 0),
    ].join('')
