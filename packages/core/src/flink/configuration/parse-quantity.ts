/** An exact number: numerator over denominator, the denominator a positive power of ten. */
export interface Rational {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Binary suffixes as powers of 1024, decimal ones as powers of ten. */
const binary: Readonly<Record<string, bigint>> = { Ki: 1n, Mi: 2n, Gi: 3n, Ti: 4n, Pi: 5n, Ei: 6n }
const decimal: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, '': 0, k: 3, K: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }

/** Largest accepted exponent and number of digits. No real amount exceeds it, and computing it would take too long. */
const largestExponent = 40

const powerOf = (suffix: string): number | null => {
  const [, exponent] = /^[eE]([+-]?\d+)$/u.exec(suffix) ?? []
  const power = exponent === undefined ? (Object.hasOwn(decimal, suffix) ? (decimal[suffix] ?? null) : null) : Number(exponent)
  return power === null || Math.abs(power) > largestExponent ? null : power
}

/**
 * A Kubernetes quantity, exact (api-and-config.md, section 3.2): decimal number with an optional sign, then `Ki Mi Gi Ti Pi Ei` (binary),
 * `n u m k M G T P E` (decimal; also `K`, as in the reference operator's library), or an exponent such as `e9`. Null for anything else.
 */
export const parseQuantity = (text: string): Rational | null => {
  const [, sign = '', whole = '', fraction = '', suffix = ''] = /^([+-]?)(\d*)(?:\.(\d*))?([a-zA-Z][a-zA-Z0-9+-]*)?$/u.exec(text.trim())
    ?? []
  if ((whole === '' && fraction === '') || whole.length + fraction.length > largestExponent) return null
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`)
  const scale = 10n ** BigInt(fraction.length)
  const kibi = Object.hasOwn(binary, suffix) ? binary[suffix] : undefined
  if (kibi !== undefined) return { numerator: digits * 1024n ** kibi, denominator: scale }
  const power = powerOf(suffix)
  if (power === null) return null
  return power < 0
    ? { numerator: digits, denominator: scale * 10n ** BigInt(-power) }
    : { numerator: digits * 10n ** BigInt(power), denominator: scale }
}

/** The nearest number. For cores and ratios, never for bytes. */
export const rationalToNumber = ({ numerator, denominator }: Rational): number => Number(numerator) / Number(denominator)

/** -1, 0 or 1: a is less than, equal to, or greater than b. */
export const compareQuantities = (a: Rational, b: Rational): -1 | 0 | 1 => {
  const left = a.numerator * b.denominator
  const right = b.numerator * a.denominator
  return left < right ? -1 : left > right ? 1 : 0
}
