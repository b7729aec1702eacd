import { sha256 } from '@noble/hashes/sha2.js'
import type { EpochMillis } from './time.ts'

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, character => character.charCodeAt(0) & 0xff)

/**
 * Generates a new id: 32 lower-case hex digits, as Flink requires for jobs and triggers (128 bit: B88). It is generated once, persisted,
 * and never computed again (design.md, section 3). `attempt` only grows for a resource, so no two of its ids are equal.
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

/** The id of the operation of this attempt, which began at `mintedAt`. */
export const mintOperationId = (uid: string, attempt: number, mintedAt: EpochMillis): string => mintId('operation', uid, attempt, mintedAt)

const ownerPart = (uid: string): string => mintId('owner', uid, 0, 0).slice(0, 16)

/** The resource that a job is submitted for. */
export interface JobOwner {
  readonly namespace: string
  readonly name: string
  readonly uid: string
}

/** Attempts that an id can name: 20 bits. */
const mostAttempts = 0xf_ffff
const hexOf = (attempt: number): string => Math.min(attempt, mostAttempts).toString(16).padStart(5, '0')

/** Six digits that follow from the others and the name of the resource. */
const sealOf = ({ namespace, name }: Omit<JobOwner, 'uid'>, digits: string): string =>
  mintId('job', `${namespace}/${name}/${digits}`, 0, 0).slice(26)

/**
 * The id of a job in a session cluster. Half of its digits identify the job's resource, even if nothing else does any more. The others
 * differ with each attempt (B88): five have the number of the attempt, five are random, and the last six follow from the rest and from the
 * name of the resource.
 */
export const mintJobIdIn = (owner: JobOwner, attempt: number, now: EpochMillis): string => {
  const digits = `${ownerPart(owner.uid)}${hexOf(attempt)}${mintId('job', owner.uid, attempt, now).slice(16, 21)}`
  return `${digits}${sealOf(owner, digits)}`
}

/** True if this operator submitted a job with this id for the resource of that uid. */
export const isJobIdOf = (uid: string, jobId: string): boolean => jobId.startsWith(ownerPart(uid))

/** True if this operator submitted the job for a resource of this name, also for an earlier one with another uid (A02). */
export const isJobIdOfName = (owner: Omit<JobOwner, 'uid'>, jobId: string): boolean => jobId.slice(26) === sealOf(owner, jobId.slice(0, 26))

/** The number of the attempt that submitted the job; null: another resource's job, or an id of an earlier version, which has no number. */
export const attemptOfJob = (owner: JobOwner, jobId: string): number | null =>
  isJobIdOf(owner.uid, jobId) && isJobIdOfName(owner, jobId) ? parseInt(jobId.slice(16, 21), 16) : null

/** Did this attempt submit the job? Null: the id does not tell (`attemptOfJob`). */
export const isOfAttempt = (owner: JobOwner, jobId: string, attempt: number): boolean | null => {
  const of = attemptOfJob(owner, jobId)
  return of === null ? null : of === Math.min(attempt, mostAttempts)
}

/** True if both jobs are of this resource, and `jobId` is of an earlier attempt than `than`. */
export const isOfEarlierAttempt = (owner: JobOwner, jobId: string, than: string | null): boolean => {
  const [attempt, later] = [attemptOfJob(owner, jobId), than === null ? null : attemptOfJob(owner, than)]
  return attempt !== null && later !== null && attempt < later
}
