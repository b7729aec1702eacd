import type { Span } from './known-texts.ts'

/** The text with each of these stretches replaced. They stand in its order, and none reaches into the next. */
export const replacedSpans = (text: string, spans: readonly Span[], replacement: (part: string) => string): string =>
  spans.length === 0 ? text
    : [
      ...spans.flatMap(({ start, end }, at) => [text.slice(spans[at - 1]?.end ?? 0, start), replacement(text.slice(start, end))]),
      text.slice(spans.at(-1)?.end ?? 0),
    ].join('')
