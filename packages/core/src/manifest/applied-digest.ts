import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { JsonObject } from '../contract/resource/json.ts'
import { canonicalObject, objectAt, overlaid, textAt } from './json-field.ts'

/** Annotation with the digest of the manifest that was applied last: an object with the desired digest needs no write (M-D14, B100). */
export const appliedDigestAnnotation = 'flinkdeployment.flink.apache.org/applied-digest'

const digestOf = (manifest: JsonObject): string => bytesToHex(sha256(utf8ToBytes(JSON.stringify(canonicalObject(manifest)))))

/** The manifest with its own digest in its annotations. */
export const withAppliedDigest = (manifest: JsonObject): JsonObject =>
  overlaid(manifest, 'metadata', overlaid(objectAt(manifest, 'metadata'), 'annotations', { [appliedDigestAnnotation]: digestOf(manifest) }))

/** The digest of a rendered manifest. Null: it has none. */
export const appliedDigestOf = (manifest: JsonObject): string | null =>
  textAt(objectAt(objectAt(manifest, 'metadata'), 'annotations'), appliedDigestAnnotation)
