/**
 * Quantities as Kubernetes writes them again after it has read them (apimachinery, `resource.Quantity`): a spec hash is made of what is
 * written.
 */

type Format = 'DecimalSI' | 'DecimalExponent' | 'BinarySI'

interface Suffix {
  readonly format: Format
  /** Of 2 or of 10. */
  readonly exponent: number
}

interface ReadQuantity extends Suffix {
  readonly isNegative: boolean
  /** Without leading zeros; `0` where nothing is left. */
  readonly whole: string
  readonly fraction: string
}

const binary: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 }
const decimal: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, '': 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }
const largest = 2n ** 63n - 1n
/** No finer amount is kept. */
const nano = -9
/** Beyond these an exponent, or a number of digits, is no amount of anything, and would take for ever to multiply out. */
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

/** Is it one of those that Kubernetes keeps as 64 bits? All others are decimals of any length. */
const isShort = ({ format, exponent, whole, fraction }: ReadQuantity): boolean =>
  format === 'BinarySI'
    ? fraction === '' && 15 - whole.length - Math.trunc((exponent * 3) / 10) - 1 >= 0
    : whole.length + fraction.length <= 18 && exponent - fraction.length >= nano

/** Is a short one taken for canonical, and written as it was read? Kubernetes looks at the digits alone: `1500Mi`, `1.500`. */
const isKept = (quantity: ReadQuantity): boolean => {
  const { format, exponent, whole, fraction } = quantity
  const digits = `${whole}${fraction}`
  return isShort(quantity)
    && (format === 'BinarySI' ? BigInt(digits) % 8n !== 0n
      : (exponent - fraction.length) % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0'))
}

/** `digits` × 10^`exponent`, not finer than nano: what is finer is rounded away from zero. */
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

/** The whole number that it is; null: it has a fraction. */
const wholeOf = ({ digits, exponent }: Amount): bigint | null => {
  if (exponent >= 0) return digits * 10n ** BigInt(exponent)
  const divisor = 10n ** BigInt(-exponent)
  return digits % divisor === 0n ? digits / divisor : null
}

const withoutZeros = ({ digits, exponent }: Amount): Amount =>
  digits % 10n === 0n ? withoutZeros({ digits: digits / 10n, exponent: exponent + 1 }) : { digits, exponent }

/** The largest power of a thousand that leaves a whole number. */
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

/** `3072Mi` is `3Gi`, `0.5` is `500m`; what is no quantity stays as it is. */
export const canonicalQuantity = (text: string): string => {
  const trimmed = text.trim()
  const quantity = read(trimmed)
  if (quantity === null) return text
  if (isKept(quantity)) return trimmed
  const absolute = absoluteText(quantity)
  return quantity.isNegative && absolute !== '0' ? `-${absolute}` : absolute
}

/**
 * The bytes of a quantity as the reference takes them from Kubernetes: 0 where that has not kept it as 64 whole bits, as of `1.5Gi` or
 * `1500m`. Such a request is told by validation.
 */
export const bytesOf = (text: string): number => {
  const quantity = read(text.trim())
  if (quantity === null || !isShort(quantity)) return 0
  const { digits, exponent } = amountOf(quantity)
  if (exponent < 0) return 0
  const bytes = digits * 10n ** BigInt(exponent)
  return bytes > largest ? 0 : Number(quantity.isNegative ? -bytes : bytes)
}

/** What a quantity amounts to; null: it is none. */
export const quantityValue = (text: string): number | null => {
  const quantity = read(text.trim())
  if (quantity === null) return null
  const { digits, exponent } = amountOf(quantity)
  return Number(`${quantity.isNegative ? '-' : ''}${digits}e${exponent}`)
}
