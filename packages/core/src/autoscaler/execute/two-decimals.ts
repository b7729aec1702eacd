/** Digits before and after the decimal point, from the shortest text of a non-negative number. */
const digitsOf = (value: number): { readonly whole: string; readonly fraction: string } => {
  const [mantissa = '0', exponentText = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const exponent = Number(exponentText)
  const digits = `${'0'.repeat(Math.max(0, -exponent))}${whole}${fraction}${'0'.repeat(Math.max(0, exponent))}`
  const point = Math.max(0, -exponent) + whole.length + exponent
  return { whole: digits.slice(0, point), fraction: digits.slice(point) }
}

/** Prints like Java's `%.2f` with a dot: the shortest decimal of the number, rounded half up. */
export const twoDecimals = (value: number): string => {
  if (!Number.isFinite(value)) return String(value)
  const { whole, fraction } = digitsOf(Math.abs(value))
  const isUp = fraction.charAt(2) >= '5'
  const hundredths = BigInt(`${whole}${fraction.padEnd(2, '0').slice(0, 2)}`) + (isUp ? 1n : 0n)
  const text = String(hundredths).padStart(3, '0')
  return `${value < 0 || Object.is(value, -0) ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}
