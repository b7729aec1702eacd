import * as E from 'fp-ts/lib/Either.js'
import { Gunzip, gzipSync, strFromU8 } from 'fflate/browser'
import { utf8Bytes } from './bytes.ts'

/** Why bytes are no text that was packed here: they are no gzip, or what is in them is larger than may be. */
export type GunzipProblem = 'NotGzip' | 'TooLarge'

/** So many packed bytes are unpacked before the size is looked at again: gzip makes at most 1,032 bytes of one. */
const chunk = 1_024

const crcTable: readonly number[] = Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

const crc32 = (parts: readonly Uint8Array[]): number => {
  let crc = 0xffffffff
  for (const part of parts) for (const byte of part) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

const joined = (parts: readonly Uint8Array[], length: number): Uint8Array => {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const uint32 = (bytes: Uint8Array, at: number): number => new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true)

const isGzip = (bytes: Uint8Array): boolean => bytes.length >= 18 && bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8

/** Stops as soon as more than `most` bytes came out, however many more there would be. */
const unpackedParts = (bytes: Uint8Array, most: number): { readonly parts: readonly Uint8Array[]; readonly length: number } => {
  const parts: Uint8Array[] = []
  let length = 0
  const stream = new Gunzip({}, part => {
    parts.push(part)
    length += part.length
  })
  for (let at = 0; at < bytes.length && length <= most; at += chunk) stream.push(bytes.subarray(at, at + chunk), at + chunk >= bytes.length)
  return { parts, length }
}

/**
 * The text in bytes of gzip; never more than `most` bytes of it. The size is checked while unpacking: a small text may hold a very large
 * one. One member alone, as Java's writer makes it.
 */
export const gunzipText = (bytes: Uint8Array, most: number): E.Either<GunzipProblem, string> => {
  if (!isGzip(bytes)) return E.left('NotGzip')
  // the length that the trailer names, modulo 2^32; a false one is found below
  if (uint32(bytes, bytes.length - 4) > most) return E.left('TooLarge')
  return E.flatten(E.tryCatch(
    () => {
      const { parts, length } = unpackedParts(bytes, most)
      if (length > most) return E.left<GunzipProblem, string>('TooLarge')
      const isWhole = length === uint32(bytes, bytes.length - 4) && crc32(parts) === uint32(bytes, bytes.length - 8)
      return isWhole ? E.right(strFromU8(joined(parts, length))) : E.left('NotGzip')
    },
    (): GunzipProblem => 'NotGzip',
  ))
}

/** The same bytes for the same text: no time stands in them. */
export const gzipText = (text: string): Uint8Array => gzipSync(utf8Bytes(text), { mtime: 0 })
