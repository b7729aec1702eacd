import { utf8Length } from '../text/utf8.ts'

export { utf8Length }

/** Bytes of a character in UTF-8. */
const bytesOf = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
}

/** What Kubernetes takes for the note of an event is 1,024 bytes; a condition has no more, so that both say the same. */
export const longestMessage = 1_000

/** The words of a condition or an event, cut where they are longer than may be. */
export const cutMessage = (text: string): string => cutToBytes(text, longestMessage)

/** So much of a text is looked at behind the place where it will be cut: a secret may stand across that place. */
export const cutMargin = 3_000

/** Words of a condition or an event that still hold secrets (P23): as much of them as redaction needs, which cuts them to their length. */
export const boundedMessage = (text: string): string => text.slice(0, longestMessage + cutMargin + 1)

/** The text, or as much of it as fits into so many bytes with the mark that it was cut. */
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
