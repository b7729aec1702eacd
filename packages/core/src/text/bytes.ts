import { strToU8 } from 'fflate/browser'

/** Base64 of bytes, as Java's basic encoder writes it and its basic decoder reads it: no line ends, padding whole or left out. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

const values: readonly number[] = Array.from({ length: 128 }, (_, code) => alphabet.indexOf(String.fromCharCode(code)))

/** Null: the text is no Base64. */
export const bytesOfBase64 = (text: string): Uint8Array | null => {
  const padding = text.length % 4 !== 0 ? 0 : text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const digits = text.length - padding
  if (digits % 4 === 1) return null
  const bytes = new Uint8Array(Math.floor((digits * 3) / 4))
  let [bits, held, at] = [0, 0, 0]
  for (let index = 0; index < digits; index += 1) {
    const value = values[text.charCodeAt(index)] ?? -1
    if (value < 0) return null
    bits = ((bits << 6) | value) & 0xfff
    held += 6
    if (held >= 8) {
      held -= 8
      bytes[at] = (bits >> held) & 255
      at += 1
    }
  }
  return bytes
}

export const base64OfBytes = (bytes: Uint8Array): string => {
  const groups: string[] = []
  for (let at = 0; at < bytes.length; at += 3) {
    const bits = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    const digits = [18, 12, 6, 0].map(shift => alphabet.charAt((bits >> shift) & 63)).join('')
    groups.push(digits.slice(0, Math.min(4, bytes.length - at + 1)).padEnd(4, '='))
  }
  return groups.join('')
}

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
