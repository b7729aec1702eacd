/**
 * The form in which Kubernetes writes quantities back after reading them (apimachinery, `resource.Quantity`). A spec hash includes the
 * written form.
 */

type Format = 'DecimalSI' | 'DecimalExponent' | 'BinarySI'

interface Suffix {
  readonly format: Format
  /** Of 2 or of 10. */
  readonly exponent: number
}

interface ReadQuantity extends Suffix {
  readonly isNegative: boolean
  /** Without leading zeros; `0` if no digit remains. */
  readonly whole: string
  readonly fraction: string
}

const binary: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 }
const decimal: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, '': 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }
const largest = 2n ** 63n - 1n
/** The finest unit that Kubernetes keeps. */
const nano = -9
/** Limits for the exponent and the number of digits: no real amount is beyond them, and multiplying it out would take too long. */
const largestExponent = 40
const mostDigits = 100

const suffixOf = (text: string): Suffix | null => {
  const two = Object.hasOwn(binary, text) ? binary[text] : undefined
  if (two !== undefined) return { format: 'BinarySI', exponent: two }
  const ten = Object.hasOwn(decimal, text) ? decimal[text] : undefined
  if (ten !== undefined) return { format: 'DecimalSI', exponent: ten }
  const [, exponent] = /^[eE]([+-]?\d+)$/u.exec(text) ?? []
  return exponent === undefined || Math.abs(Number(exponent)) > largestExponent ? null
    : { format: 'DecimalExponent', exponent: Number(exponent) }
}

const read = (text: string): ReadQuantity | null => {
  const [, sign = '', whole = '', fraction = '', suffix = ''] = /^([+-]?)(\d*)(?:\.(\d*))?([a-zA-Z][a-zA-Z0-9+-]*)?$/u.exec(text) ?? []
  const unit = suffixOf(suffix)
  if ((whole === '' && fraction === '') || whole.length + fraction.length > mostDigits || unit === null) return null
  return { ...unit, isNegative: sign === '-', whole: whole.replace(/^0+(?=\d)|^$/u, match => (match === '' ? '0' : '')), fraction }
}

/** True if Kubernetes stores the quantity in 64 bits. It stores all others as decimals of any length. */
const isShort = ({ format, exponent, whole, fraction }: ReadQuantity): boolean =>
  format === 'BinarySI'
    ? fraction === '' && 15 - whole.length - Math.trunc((exponent * 3) / 10) - 1 >= 0
    : whole.length + fraction.length <= 18 && exponent - fraction.length >= nano

/** True if Kubernetes takes a short quantity as canonical and writes it back unchanged. It checks only the digits: `1500Mi`, `1.500`. */
const isKept = (quantity: ReadQuantity): boolean => {
  const { format, exponent, whole, fraction } = quantity
  const digits = `${whole}${fraction}`
  return isShort(quantity)
    && (format === 'BinarySI' ? BigInt(digits) % 8n !== 0n
      : (exponent - fraction.length) % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0'))
}

/** `digits` × 10^`exponent`, at most nano precision; finer amounts are rounded away from zero. */
interface Amount {
  readonly digits: bigint
  readonly exponent: number
}

const amountOf = ({ format, exponent, whole, fraction }: ReadQuantity): Amount => {
  const digits = BigInt(`${whole}${fraction}`) * (format === 'BinarySI' ? 2n ** BigInt(exponent) : 1n)
  const power = (format === 'BinarySI' ? 0 : exponent) - fraction.length
  if (power >= nano) return { digits, exponent: power }
  const divisor = 10n ** BigInt(nano - power)
  return { digits: (digits + divisor - 1n) / divisor, exponent: nano }
}

/** The amount as a whole number; null: it has a fraction. */
const wholeOf = ({ digits, exponent }: Amount): bigint | null => {
  if (exponent >= 0) return digits * 10n ** BigInt(exponent)
  const divisor = 10n ** BigInt(-exponent)
  return digits % divisor === 0n ? digits / divisor : null
}

const withoutZeros = ({ digits, exponent }: Amount): Amount =>
  digits % 10n === 0n ? withoutZeros({ digits: digits / 10n, exponent: exponent + 1 }) : { digits, exponent }

/** The largest power of 1000 that leaves a whole number. */
const inThousands = (amount: Amount): Amount => {
  const { digits, exponent } = withoutZeros(amount)
  const above = ((exponent % 3) + 3) % 3
  return { digits: digits * 10n ** BigInt(above), exponent: exponent - above }
}

const decimalText = (amount: Amount, format: Format): string => {
  const { digits, exponent } = inThousands(amount)
  const suffix = Object.entries(decimal).find(([, power]) => power === exponent)?.[0]
  return format === 'DecimalExponent' || suffix === undefined ? `${digits}${exponent === 0 ? '' : `e${exponent}`}` : `${digits}${suffix}`
}

const in1024s = (value: bigint, power = 0): string =>
  value % 1024n === 0n ? in1024s(value / 1024n, power + 10)
    : `${value}${Object.entries(binary).find(([, exponent]) => exponent === power)?.[0] ?? ''}`

const absoluteText = (quantity: ReadQuantity): string => {
  const amount = amountOf(quantity)
  if (amount.digits === 0n) return '0'
  if (quantity.format !== 'BinarySI') return decimalText(amount, quantity.format)
  const whole = wholeOf(amount)
  if (whole === null || whole < 1024n) return decimalText(amount, 'DecimalSI')
  return in1024s(whole > largest ? largest : whole)
}

/** `3072Mi` becomes `3Gi`, `0.5` becomes `500m`. A string that is not a quantity stays unchanged. */
export const canonicalQuantity = (text: string): string => {
  const trimmed = text.trim()
  const quantity = read(trimmed)
  if (quantity === null) return text
  if (isKept(quantity)) return trimmed
  const absolute = absoluteText(quantity)
  return quantity.isNegative && absolute !== '0' ? `-${absolute}` : absolute
}

/**
 * The bytes of a quantity as Lyft's operator gets them from Kubernetes: 0 if Kubernetes does not store it as a whole 64-bit number, for
 * example `1.5Gi` or `1500m`. Validation reports such a request.
 */
export const bytesOf = (text: string): number => {
  const quantity = read(text.trim())
  if (quantity === null || !isShort(quantity)) return 0
  const { digits, exponent } = amountOf(quantity)
  if (exponent < 0) return 0
  const bytes = digits * 10n ** BigInt(exponent)
  return bytes > largest ? 0 : Number(quantity.isNegative ? -bytes : bytes)
}

/** The numeric value of a quantity; null: the string is not a quantity. */
export const quantityValue = (text: string): number | null => {
  const quantity = read(text.trim())
  if (quantity === null) return null
  const { digits, exponent } = amountOf(quantity)
  return Number(`${quantity.isNegative ? '-' : ''}${digits}e${exponent}`)
}
