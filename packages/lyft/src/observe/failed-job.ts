import { causeChain } from '@flink-operator/core/job'
import type { ApplicationRound } from '../flink-application-round.ts'
import { liveVersions } from '../status/version-slots.ts'
import { factsAt, jobsAt, placeOf } from './clusters.ts'
import { submitOf } from './live.ts'
import { failureOf } from './submitted.ts'

/** The failed job of a cluster, whose cause Flink can report: first the submitted job, then the live one. Null: none failed. */
export const failedJobAt = (round: ApplicationRound, hash: string): string | null => {
  const jobs = jobsAt(round, hash)
  if (jobs?._tag !== 'Known') return null
  const submit = submitOf(round)
  const isThere = (at: string): boolean => placeOf(round, at) === placeOf(round, hash)
  const submitted = submit !== null && isThere(submit.hash) ? jobs.value.find(job => job.jobId === submit.jobId) : undefined
  if (submitted !== undefined && submitted.state !== 'CANCELED' && failureOf(round, submitted) !== null) return submitted.jobId
  const live = liveVersions(round.observed.status).filter(it => isThere(it.hash)).map(({ jobId }) => jobId)
  return jobs.value.find(({ jobId, state }) => state === 'FAILED' && live.includes(jobId))?.jobId ?? null
}

/** The cause that Flink reports for the failed job; null: it reports none. */
export const causeAt = (round: ApplicationRound, hash: string, jobId: string): string | null => {
  const { exceptions } = factsAt(round, hash)
  const [last] = exceptions?._tag === 'Known' && failedJobAt(round, hash) === jobId ? exceptions.value : []
  return last === undefined ? null : causeChain(last.stackTrace === '' ? last.type : last.stackTrace)
}

const causeMark = '. Flink: '

/** Appends the cause that Flink reports, if any. */
export const withCause = (words: string, cause: string | null): string => (cause === null ? words : `${words}${causeMark}${cause}`)

/**
 * The message of the Stalled condition, if it has the same text with a cause that Flink no longer reports. It is kept, so that the cause
 * does not appear and disappear (P08).
 */
export const reportedWithCause = ({ observed: { status: { conditions } } }: ApplicationRound, words: string): string | null => {
  const before = conditions.find(({ type, status }) => type === 'Stalled' && status === 'True')?.message ?? ''
  return before.startsWith(`${words}${causeMark}`) ? before : null
}
