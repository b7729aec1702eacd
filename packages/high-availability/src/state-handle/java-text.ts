/**
 * Texts in Java serialisation: two bytes of length, then "modified UTF-8" (each UTF-16 unit encoded separately, no zero byte). Bytes
 * are characters of 0 to 255. Null: longer than 65,535 bytes, or not written by Java.
 */
export const toJavaText = (text: string): string | null => {
  const bytes = text.split('').map(bytesOf).join('')
  return bytes.length > 0xffff ? null : String.fromCharCode(bytes.length >> 8, bytes.length & 255) + bytes
}

export const fromJavaText = (written: string): string | null => {
  const bytes = written.slice(2)
  if (written.length < 2 || bytes.length !== written.charCodeAt(0) * 256 + written.charCodeAt(1)) return null
  return wellFormed.test(bytes) ? bytes.replace(unit, characterOf) : null
}

const bytesOf = (character: string): string => {
  const unit = character.charCodeAt(0)
  if (unit > 0 && unit < 0x80) return character
  return unit < 0x800 ? String.fromCharCode(0xc0 | (unit >> 6), 0x80 | (unit & 63))
    : String.fromCharCode(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63))
}

const unit = /[\x01-\x7f]|[\xc0-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}/g
const wellFormed = new RegExp(`^(?:${unit.source})*$`)

const characterOf = (bytes: string): string => {
  const [first, second = 0, third = 0] = bytes.split('').map(byte => byte.charCodeAt(0)) as [number, number?, number?]
  if (bytes.length === 1) return bytes
  return String.fromCharCode(
    bytes.length === 2 ? ((first & 31) << 6) | (second & 63) : ((first & 15) << 12) | ((second & 63) << 6) | (third & 63),
  )
}
