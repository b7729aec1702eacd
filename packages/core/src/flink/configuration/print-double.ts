/** Scientific notation with the fewest digits, but at least two; of that length the nearest: 4.9E-324, not 5.0E-324. */
const scientific = (value: number): string => {
  const shortest = value.toExponential()
  const [mantissa = '', exponent = '0'] = (shortest.includes('.') ? shortest : value.toExponential(1)).split('e')
  return `${mantissa}E${Number(exponent)}`
}

/**
 * A number as Java's `Double.toString` writes it: 1 → `1.0`, 1e7 → `1.0E7`. Configuration values are compared as text, so the notation
 * matters.
 */
export const printDouble = (value: number): string => {
  const size = Math.abs(value)
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  if (!Number.isFinite(value)) return String(value)
  if (size < 1e-3 || size >= 1e7) return scientific(value)
  const text = String(value)
  return text.includes('.') ? text : `${text}.0`
}
