import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Role } from './flink-application-labels.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

/**
 * The value of `pod-deployment-selector` of a Deployment: 8 of a to z and 0 to 9 (lyft-flinkapplication.md, section 3.2). Of the
 * id of what creates it, so that a create that is tried again asks for the same object; another for each role.
 */
export const mintSelector = (operationId: string, role: Role): string =>
  Array.from(sha256(utf8ToBytes(`${operationId}/${role}`)).slice(0, 8), byte => alphabet.charAt(byte % alphabet.length)).join('')
