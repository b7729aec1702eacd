import { causeChain } from '../../../job/told/cause-chain.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { liveVersions } from '../status/version-slots.ts'
import { factsAt, jobsAt, placeOf } from './clusters.ts'
import { submitOf } from './live.ts'
import { failureOf } from './submitted.ts'

/** The job in a cluster that failed, so that Flink can tell why: the one that was submitted last before the live one. Null: none did. */
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

/** Flink's words for why that job failed; null: it has told none. */
export const causeAt = (round: ApplicationRound, hash: string, jobId: string): string | null => {
  const { exceptions } = factsAt(round, hash)
  const [last] = exceptions?._tag === 'Known' && failedJobAt(round, hash) === jobId ? exceptions.value : []
  return last === undefined ? null : causeChain(last.stackTrace === '' ? last.type : last.stackTrace)
}

const causeMark = '. Flink: '

/** With Flink's words for why, where it has told any. */
export const withCause = (words: string, cause: string | null): string => (cause === null ? words : `${words}${causeMark}${cause}`)

/** The same words as they were told before, where they had a cause that nobody tells now: else it would come and go (P08). */
export const toldWithCause = ({ observed: { status: { conditions } } }: ApplicationRound, words: string): string | null => {
  const before = conditions.find(({ type, status }) => type === 'Stalled' && status === 'True')?.message ?? ''
  return before.startsWith(`${words}${causeMark}`) ? before : null
}
