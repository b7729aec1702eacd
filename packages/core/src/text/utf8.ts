import { strToU8 } from 'fflate/browser'

/** The text in UTF-8; half of a surrogate pair becomes U+FFFD. */
export const utf8Bytes = (text: string): Uint8Array => strToU8(text)

/** Bytes of a text in UTF-8; half of a surrogate pair takes three. */
export const utf8Length = (text: string): number => {
  let bytes = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
    if (code >= 0x1_0000) at += 1
  }
  return bytes
}
