import * as E from 'fp-ts/lib/Either.js'
import { parseQuantity } from './parse-quantity.ts'

const kib = 1024n

/** Flink's units. The second spelling is the printed one. */
const units = [
  { names: ['b', 'bytes'], size: 1n },
  { names: ['k', 'kb', 'kibibytes'], size: kib },
  { names: ['m', 'mb', 'mebibytes'], size: kib ** 2n },
  { names: ['g', 'gb', 'gibibytes'], size: kib ** 3n },
  { names: ['t', 'tb', 'tebibytes'], size: kib ** 4n },
] as const

const largest = 2n ** 63n - 1n

/**
 * Bytes of a Flink memory size (`2 gb`, `2048m`; units are binary, no unit is bytes). Null for anything else (api-and-config.md, section
 * 3.2).
 */
export const flinkBytes = (text: string): bigint | null => {
  const [, digits, label = ''] = /^(\d+)(\D.*)?$/su.exec(text.trim()) ?? []
  // 2^63 has 19 digits
  if (digits === undefined || digits.replace(/^0+/, '').length > 19) return null
  const name = label.trim().toLowerCase()
  const unit = name === '' ? units[0] : units.find(({ names }) => (names as readonly string[]).includes(name))
  if (unit === undefined) return null
  const bytes = BigInt(digits) * unit.size
  return bytes > largest ? null : bytes
}

/** Prints bytes as Flink does: in the largest unit that divides them; whole tebibytes in bytes. */
export const printFlinkBytes = (bytes: bigint): string => {
  const firstUneven = units.findIndex(({ size }) => bytes % size !== 0n)
  const { size, names } = (firstUneven < 1 ? units[0] : units[firstUneven - 1]) ?? units[0]
  return `${bytes / size} ${names[1]}`
}

const asKubernetesSpelling = (text: string): string => text.replace(/\s/gu, '').toUpperCase().replace(/B$/u, '').replace(/I$/u, 'i')

/**
 * The total process memory of a spec in the form that Flink gets (api-and-config.md, section 3.2). A Flink size stays unchanged; any other
 * text is read as a Kubernetes quantity and converted to bytes. C-D08: a fraction such as `1.5Gi` is exact; Flink rejects the text of the
 * reference operator, `1610612736.0`. Left: why the text is neither.
 */
export const parseResourceMemoryString = (text: string): E.Either<string, string> => {
  const bytes = flinkBytes(text)
  if (bytes !== null) return E.right(printFlinkBytes(bytes))
  const quantity = parseQuantity(asKubernetesSpelling(text))
  if (quantity === null) return E.left(`'${text}' is neither a Flink memory size (2 gb) nor a Kubernetes quantity (2Gi)`)
  if (quantity.numerator < 0n) return E.left(`'${text}' is negative`)
  return quantity.numerator % quantity.denominator === 0n
    ? E.right(String(quantity.numerator / quantity.denominator))
    : E.left(`'${text}' is not a whole number of bytes`)
}
