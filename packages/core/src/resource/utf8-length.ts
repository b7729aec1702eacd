/** Bytes of a text in UTF-8. */
export const utf8Length = (text: string): number =>
  Array.from(text).reduce((sum, character) => {
    const code = character.codePointAt(0) ?? 0
    return sum + (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4)
  }, 0)
