/** So much of a text is written to the log. */
export const longestLogged = 16_384

/** The last word of a text, as far as it goes to the end. */
const lastWord = /(?<![^\s"'<>])[^\s"'<>]+$/

/**
 * The text, or its beginning: a stranger's text is cut before it is searched for secrets. It ends with a whole word: one that is cut may
 * be a secret that is known by its end.
 */
export const boundedText = (text: string): string =>
  text.length <= longestLogged ? text : `${text.slice(0, longestLogged).replace(lastWord, '')}…`

/** So deep is a field of a line looked into. */
const deepest = 20

/** The same for every text in a field of a line. */
export const boundedTexts = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return boundedText(value)
  if (typeof value !== 'object' || value === null || depth === deepest) return value
  return Array.isArray(value) ? value.map(item => boundedTexts(item, depth + 1))
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, boundedTexts(inner, depth + 1)]))
}
