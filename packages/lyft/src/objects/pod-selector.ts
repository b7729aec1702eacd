import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Role } from './flink-application-labels.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

/**
 * The value of `pod-deployment-selector` of a Deployment: 8 characters of a to z and 0 to 9 (lyft-flinkapplication.md, section 3.2). It is
 * derived from the operation id and the role, so that a repeated create asks for the same object; and from the hash, because the ids of two
 * operations can be the same if the number of attempts was put back. Two Deployments with one selector would share their pods.
 */
export const mintSelector = (operationId: string, hash: string, role: Role): string =>
  Array.from(sha256(utf8ToBytes(`${operationId}/${hash}/${role}`)).slice(0, 8), byte => alphabet.charAt(byte % alphabet.length)).join('')
