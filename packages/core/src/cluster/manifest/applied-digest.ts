import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { JsonObject } from '../../resource/json.ts'
import { canonicalObject, objectAt, overlaid, textAt } from './json-field.ts'

/** Digest of the manifest that was applied last: an object that carries the wanted one needs no write (M-D14, B100). */
export const appliedDigestAnnotation = 'flinkdeployment.flink.apache.org/applied-digest'

const digestOf = (manifest: JsonObject): string => bytesToHex(sha256(utf8ToBytes(JSON.stringify(canonicalObject(manifest)))))

/** The manifest with the digest of itself, without the digest, in its annotations. */
export const withAppliedDigest = (manifest: JsonObject): JsonObject =>
  overlaid(manifest, 'metadata', overlaid(objectAt(manifest, 'metadata'), 'annotations', { [appliedDigestAnnotation]: digestOf(manifest) }))

/** The digest that a rendered manifest carries; null: none. */
export const appliedDigestOf = (manifest: JsonObject): string | null =>
  textAt(objectAt(objectAt(manifest, 'metadata'), 'annotations'), appliedDigestAnnotation)
