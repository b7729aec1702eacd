/**
 * Base64 as Java's basic decoder takes it: no line ends, padding whole or left out. Bytes are a text of one character (0 to 255) each: they
 * are searched, cut and compared, not counted with.
 */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Null: it is no Base64. */
export const fromBase64 = (text: string): string | null => {
  const digits = text.length % 4 === 0 ? text.replace(/={1,2}$/, '') : text
  if (digits.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(digits)) return null
  return inGroups(digits, 4).map(bytesOf).join('')
}

export const toBase64 = (bytes: string): string => inGroups(bytes, 3).map(digitsOf).join('')

const inGroups = (text: string, size: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size))

/** Two to four digits are one to three bytes. */
const bytesOf = (digits: string): string => {
  const bits = digits.padEnd(4, 'A').split('').reduce((sum, digit) => sum * 64 + alphabet.indexOf(digit), 0)
  return String.fromCharCode((bits >> 16) & 255, (bits >> 8) & 255, bits & 255).slice(0, digits.length - 1)
}

const digitsOf = (bytes: string): string => {
  const bits = bytes.padEnd(3, '\0').split('').reduce((sum, byte) => sum * 256 + byte.charCodeAt(0), 0)
  const digits = [18, 12, 6, 0].map(shift => alphabet[(bits >> shift) & 63] ?? '').join('')
  return digits.slice(0, bytes.length + 1).padEnd(4, '=')
}
