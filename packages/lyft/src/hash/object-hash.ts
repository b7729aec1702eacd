import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { isJsonObject } from '@flink-operator/core/crd'
import type { Json, JsonObject } from '@flink-operator/core/resource'

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

interface HashedText {
  readonly bytes: Uint8Array
  /** Sorts as the bytes do. */
  readonly hex: string
}

/** Cache of hashed strings: most keys, and strings that both Deployments contain, occur many times. */
type Known = Map<string, HashedText>

const tagged = (tag: string, ...parts: readonly Uint8Array[]): Uint8Array => sha256(concatBytes(utf8ToBytes(tag), ...parts))

const textHash = (text: string, known: Known): HashedText => {
  const before = known.get(text)
  if (before !== undefined) return before
  const bytes = sha256(utf8ToBytes(`u${text}`))
  const hashed = { bytes, hex: bytesToHex(bytes) }
  known.set(text, hashed)
  return hashed
}

const mapHash = (map: JsonObject, known: Known): Uint8Array => {
  const entries = Object.keys(map)
    .map((key): readonly [HashedText, string] => [textHash(key, known), key])
    .toSorted(([a], [b]) => (a.hex < b.hex ? -1 : a.hex > b.hex ? 1 : 0))
  return tagged('d', ...entries.flatMap(([{ bytes }, key]) => [bytes, hashOf(map[key] ?? null, known)]))
}

const hashOf = (json: Json, known: Known): Uint8Array => {
  if (json === null) return tagged('n')
  if (typeof json === 'boolean') return tagged(json ? 'b1' : 'b0')
  if (typeof json === 'number') return tagged(`f${floatNormalForm(json)}`)
  if (typeof json === 'string') return textHash(json, known).bytes
  return isJsonObject(json) ? mapHash(json, known) : tagged('l', ...json.map(item => hashOf(item, known)))
}

/**
 * SHA-256 of JSON values, independent of the order of keys: a byte for the type, then the content (lyft-flinkapplication.md, section 2.3,
 * step 3).
 */
export const objectHashes = (values: readonly Json[]): readonly Uint8Array[] => {
  const known: Known = new Map()
  return values.map(json => hashOf(json, known))
}

export const objectHash = (json: Json): Uint8Array => hashOf(json, new Map())
