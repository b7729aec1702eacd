/** `value` × 2^-`exponent`, over ½ and at most 1. */
interface Scaled {
  readonly value: number
  readonly exponent: number
}

const scaled = ({ value, exponent }: Scaled): Scaled =>
  value > 1 ? scaled({ value: value / 2, exponent: exponent + 1 })
    : value <= 0.5 ? scaled({ value: value * 2, exponent: exponent - 1 })
    : { value, exponent }

/** The binary digits of a fraction from 0 to 1. The first digit is the integer part. */
const digitsOf = (value: number): string => (value === 0 ? '' : value >= 1 ? `1${digitsOf((value - 1) * 2)}` : `0${digitsOf(value * 2)}`)

/**
 * The form of a number in an object hash: sign, exponent, mantissa in binary (lyft-flinkapplication.md, section 2.3, step 3). JSON has only
 * finite numbers; any other counts as 0.
 */
export const floatNormalForm = (number: number): string => {
  if (number === 0 || !Number.isFinite(number)) return '+0:'
  const { value, exponent } = scaled({ value: Math.abs(number), exponent: 0 })
  return `${number < 0 ? '-' : '+'}${exponent}:${digitsOf(value)}`
}
