import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { isJsonObject } from '../../../codec/is-json-object.ts'
import type { Json } from '../../../resource/json.ts'
import { floatNormalForm } from './float-normal-form.ts'

const tagged = (tag: string, ...parts: readonly Uint8Array[]): Uint8Array => sha256(concatBytes(utf8ToBytes(tag), ...parts))

interface HashedEntry {
  readonly key: Uint8Array
  readonly keyHex: string
  readonly value: Uint8Array
}

const byKeyHash = (a: HashedEntry, b: HashedEntry): number => (a.keyHex < b.keyHex ? -1 : a.keyHex > b.keyHex ? 1 : 0)

/**
 * SHA-256 of a JSON value that does not depend on the order of keys: a byte for the type, then its content
 * (lyft-flinkapplication.md, section 2.3, step 3).
 */
export const objectHash = (json: Json): Uint8Array => {
  if (json === null) return tagged('n')
  switch (typeof json) {
    case 'boolean':
      return tagged('b', utf8ToBytes(json ? '1' : '0'))
    case 'number':
      return tagged('f', utf8ToBytes(floatNormalForm(json)))
    case 'string':
      return tagged('u', utf8ToBytes(json))
    default:
      return isJsonObject(json) ? mapHash(json) : tagged('l', ...json.map(objectHash))
  }
}

const mapHash = (map: Readonly<Record<string, Json>>): Uint8Array => {
  const entries = Object.entries(map)
    .map(([key, value]): HashedEntry => {
      const hash = tagged('u', utf8ToBytes(key))
      return { key: hash, keyHex: bytesToHex(hash), value: objectHash(value) }
    })
    .toSorted(byKeyHash)
  return tagged('d', ...entries.flatMap(({ key, value }) => [key, value]))
}
