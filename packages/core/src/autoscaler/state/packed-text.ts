import * as E from 'fp-ts/lib/Either.js'
import { base64OfBytes, bytesOfBase64 } from '../../text/base64.ts'
import { gunzipText, gzipText } from '../../text/gzip.ts'
import type { Read } from './yaml-tree.ts'

/** A ConfigMap holds at most one mebibyte, and gzip makes a tenth of such texts; what is larger was not written by an autoscaler. */
export const longestUnpacked = 8 * 1024 * 1024

export const packedText = (text: string): string => base64OfBytes(gzipText(text))

/** What is no Base64 of gzip is taken as it is, as the reference does it: it wrote plain YAML in former versions. */
export const unpackedText = (stored: string): Read<string> => {
  const bytes = bytesOfBase64(stored)
  const text = bytes === null ? E.right(stored) : gunzipText(bytes, longestUnpacked)
  if (E.isRight(text)) return text
  return text.left === 'TooLarge' ? E.left(`unpacked it is larger than ${longestUnpacked} bytes`) : E.right(stored)
}
