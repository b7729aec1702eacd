import { concatBytes } from '@noble/hashes/utils.js'
import { deploymentTemplate } from '../objects/deployment.ts'
import type { HashedApplication, HashOptions } from './hashed-application.ts'
import { objectHashes } from './object-hash.ts'

const offsetBasis = 0x811c9dc5
const prime = 0x01000193

/** FNV-1a of 32 bits, as an unsigned number. */
export const fnv1a32 = (bytes: Uint8Array): number => bytes.reduce((hash, byte) => Math.imul(hash ^ byte, prime), offsetBasis) >>> 0

/**
 * The spec hash of an application, 8 lower-case hex digits. It is computed from the two Deployments without names and without parts that
 * are known only after hashing (lyft-flinkapplication.md, section 2.3). It identifies live clusters, so it must be exactly that of Lyft's
 * operator.
 */
export const specHash = (application: HashedApplication, options: HashOptions): string => {
  const templates = (['jobmanager', 'taskmanager'] as const).map(role => deploymentTemplate(application, options, role))
  return fnv1a32(concatBytes(...objectHashes(templates))).toString(16).padStart(8, '0')
}
