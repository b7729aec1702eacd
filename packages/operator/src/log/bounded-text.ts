/** Maximum length of a logged text. */
export const longestLogged = 16_384

/** The last word of a text, if it reaches the end. */
const lastWord = /(?<![^\s"'<>])[^\s"'<>]+$/

/**
 * The text, or its beginning: a foreign text is cut before it is searched for secrets. The cut is after a whole word, because a cut
 * word may be a secret that only its end identifies.
 */
export const boundedText = (text: string): string =>
  text.length <= longestLogged ? text : `${text.slice(0, longestLogged).replace(lastWord, '')}…`

/** Maximum depth to which a field of a line is bounded. */
const deepest = 20

/** Bounds every text in a field of a line. */
export const boundedTexts = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return boundedText(value)
  if (typeof value !== 'object' || value === null || depth === deepest) return value
  return Array.isArray(value) ? value.map(item => boundedTexts(item, depth + 1))
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, boundedTexts(inner, depth + 1)]))
}
