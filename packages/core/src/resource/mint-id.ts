import { sha256 } from '@noble/hashes/sha2.js'
import type { EpochMillis } from './time.ts'

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, character => character.charCodeAt(0) & 0xff)

/**
 * A new id: 32 lower-case hex digits, as Flink wants them for jobs and triggers (128 bit: B88). Minted once, persisted, never derived again
 * (design.md, section 3); `attempt` is monotone for the resource, so no two ids of it are equal.
 */
export const mintId = (
  of: 'operation' | 'job' | 'owner' | 'savepoint' | 'checkpoint',
  uid: string,
  attempt: number,
  mintedAt: EpochMillis,
): string =>
  Array.from(
    sha256(bytesOf(`${of}/${uid}/${String(attempt)}/${String(mintedAt)}`)).slice(0, 16),
    byte => byte.toString(16).padStart(2, '0'),
  ).join('')

const ownerPart = (uid: string): string => mintId('owner', uid, 0, 0).slice(0, 16)

/**
 * The id of a job in a cluster that it shares with others: whose job it is can be told by the id alone, also where nothing else tells any
 * more. The other half differs with each attempt (B88).
 */
export const mintJobIdIn = (uid: string, attempt: number, now: EpochMillis): string =>
  `${ownerPart(uid)}${mintId('job', uid, attempt, now).slice(16)}`

/** Is it the id of a job that this operator submitted for the resource of that uid? */
export const isJobIdOf = (uid: string, jobId: string): boolean => jobId.startsWith(ownerPart(uid))
