import * as E from 'fp-ts/lib/Either.js'
import { flinkBytes, parseResourceMemoryString } from '../../flink/configuration/parse-memory.ts'
import { parseQuantity } from '../../flink/configuration/parse-quantity.ts'

/** Why a text is not a Kubernetes quantity, with the message of the reference operator's library. */
const reason = (text: string): string => {
  if (text === '') return 'Invalid quantity string format passed.'
  const unitAt = text.search(/[eEinumkKMGTP]/u)
  const [number, unit] = unitAt < 0 ? [text, ''] : [text.slice(0, unitAt), text.slice(unitAt)]
  if (/\p{L}$/u.test(unit) && /\d/.test(unit)) return 'Invalid quantity string format passed'
  const [strange] = /[^\d.]/u.exec(number.replace(/^[+-]/u, '')) ?? []
  if (strange !== undefined)
    return `Character ${strange} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`
  return 'Invalid quantity format passed to parse'
}

/** The problem of a quantity; null if it is valid. */
export const quantityProblem = (text: string): string | null => (parseQuantity(text) === null ? reason(text) : null)

/**
 * The problem of a process memory size (api-and-config.md, section 3.2); null if it is valid. A fraction such as `1.5Gi` is valid: it is a
 * whole number of bytes (C-D08).
 */
export const memoryProblem = (text: string): string | null => {
  const memory = parseResourceMemoryString(text)
  if (E.isRight(memory))
    return flinkBytes(memory.right) === null ? `The value '${memory.right}' cannot be re represented as 64bit number (numeric overflow).`
      : null
  const upper = text.replace(/\s/gu, '').toUpperCase().replace(/B$/u, '').replace(/I$/u, 'i')
  const amount = parseQuantity(upper)
  if (amount === null) return reason(upper)
  return amount.numerator < 0n ? 'text does not start with a number' : memory.left
}
