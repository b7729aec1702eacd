/**
 * Base64 as in Java's basic decoder: no line ends, padding complete or absent. Bytes are characters of 0 to 255 in a text, because
 * they are searched, cut and compared.
 */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Null: not Base64. */
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
  const bits = (valueAt(digits, 0) << 18) | (valueAt(digits, 1) << 12) | (valueAt(digits, 2) << 6) | valueAt(digits, 3)
  return String.fromCharCode(bits >> 16, (bits >> 8) & 255, bits & 255).slice(0, digits.length - 1)
}

/** After the last digit: 0. */
const valueAt = (digits: string, at: number): number => (at < digits.length ? alphabet.indexOf(digits.charAt(at)) : 0)

const digitsOf = (bytes: string): string => {
  const bits = (bytes.charCodeAt(0) << 16) | ((bytes.charCodeAt(1) || 0) << 8) | (bytes.charCodeAt(2) || 0)
  const digits = [18, 12, 6, 0].map(shift => alphabet.charAt((bits >> shift) & 63)).join('')
  return digits.slice(0, bytes.length + 1).padEnd(4, '=')
}
