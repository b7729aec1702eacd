import { parseQuantity } from '../../flink/configuration/parse-quantity.ts'

const greatestCommonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatestCommonDivisor(b, a % b))

/**
 * The amount of a Kubernetes quantity as exact text, the same for every spelling: `1Gi`, `1024Mi` and `1073741824` are one amount
 * (api-and-config.md, section 3.2). Null if the text is not a quantity.
 */
export const quantityAmount = (text: string): string | null => {
  const amount = parseQuantity(text)
  if (amount === null) return null
  const divisor = greatestCommonDivisor(amount.numerator, amount.denominator)
  return `${amount.numerator / divisor}/${amount.denominator / divisor}`
}
