import * as E from 'fp-ts/lib/Either.js'
import { base64OfBytes, bytesOfBase64 } from '../../text/bytes.ts'
import { gunzipText, gzipText } from '../../text/gzip.ts'
import type { Read } from './yaml-tree.ts'

/**
 * Largest unpacked text. A ConfigMap holds at most 1 MiB, and gzip shrinks such texts to a tenth, so an autoscaler writes no larger one.
 */
export const longestUnpacked = 8 * 1024 * 1024

export const packedText = (text: string): string => base64OfBytes(gzipText(text))

/** Unpacks Base64 and gzip. Any other text is returned unchanged, as in the reference operator, whose older versions wrote plain YAML. */
export const unpackedText = (stored: string): Read<string> => {
  const bytes = bytesOfBase64(stored)
  const text = bytes === null ? E.right(stored) : gunzipText(bytes, longestUnpacked)
  if (E.isRight(text)) return text
  return text.left === 'TooLarge' ? E.left(`unpacked it is larger than ${longestUnpacked} bytes`) : E.right(stored)
}
