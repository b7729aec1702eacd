import { utf8Length } from '../../text/bytes.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** True if both are equal as JSON. Unchanged parts are the same objects, so the comparison is fast if nothing changed. */
export const isSameJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((it, i) => isSameJson(it, b[i]))
  if (!isObject(a) || !isObject(b) || Array.isArray(a) || Array.isArray(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => key in b && isSameJson(a[key], b[key]))
}

export { utf8Length }

/** Bytes of a character in UTF-8. */
const bytesOf = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
}

/** Kubernetes limits the note of an event to 1,024 bytes. Conditions use the same limit, so that both have the same text. */
export const longestMessage = 1_000

/** The text of a condition or an event, cut to the limit. */
export const cutMessage = (text: string): string => cutToBytes(text, longestMessage)

/** How much text beyond the cut is searched for secrets: a secret may extend across the cut. */
export const cutMargin = 3_000

/** The text of a condition or an event before redaction (P23): as much as redaction needs, which then cuts it to the limit. */
export const boundedMessage = (text: string): string => text.slice(0, longestMessage + cutMargin + 1)

/** The text, cut to the given number of bytes including the ellipsis. */
export const cutToBytes = (text: string, most: number): string => {
  if (text.length * 3 <= most || utf8Length(text) <= most) return text
  const { kept } = Array.from(text.slice(0, most)).reduce(
    (
      { kept: before, left },
      character,
    ) => (left < bytesOf(character) ? { kept: before, left: 0 } : { kept: before + character, left: left - bytesOf(character) }),
    { kept: '', left: most - utf8Length('…') },
  )
  return `${kept}…`
}

/** A JSON value as it is read from, or written to, an API. Nothing in the core changes one in place. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** A JSON object; integers past 2^53 are kept as their text by `core/codec`. */
export interface JsonObject {
  readonly [key: string]: Json
}
