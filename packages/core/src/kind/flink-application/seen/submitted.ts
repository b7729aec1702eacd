import { lateArrivalLimit } from '../../../resource/operation.ts'
import { isOtherIncarnation } from '../../../job/record/new-operation.ts'
import { absenceMillis, effectiveState } from '../../../job/seen/observe-job.ts'
import type { JobOverview } from '../../../fact/flink-rest.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { factsAt, isClusterGone, jobsAt } from './clusters.ts'
import { incarnationOf } from './incarnation.ts'
import { isForced, seenSubmitted, submitOf } from './live.ts'

/** The job that was submitted, as it is listed; null: it is not. */
export const listedSubmit = (round: ApplicationRound): JobOverview | null => {
  const seen = seenSubmitted(round)
  return seen !== null && 'job' in seen ? seen.job : null
}

/** All of its tasks run, or are done; a job without any, too (LD18). */
export const isUp = (job: JobOverview): boolean => effectiveState(job) === 'RUNNING'

/** Is the time over that a start may take? Time in which nobody looked is not counted. */
const isLate = ({ desired: { timers }, env }: ApplicationRound, { startTime }: JobOverview): boolean =>
  env.now - Math.max(startTime, env.steadySince ?? startTime) >= timers.flinkJobVertexTimeout

/** What is wrong with a job that is not up; null: nothing yet. FINISHED is not wrong (LD11). */
export const failureOf = (round: ApplicationRound, job: JobOverview): string | null => {
  if (job.state === 'FAILED' || job.state === 'CANCELED') return `job ${job.jobId} is ${job.state}`
  if (job.state === 'FINISHED' || isUp(job)) return null
  if ((job.tasks.failed ?? 0) > 0) return `${String(job.tasks.failed)} tasks of job ${job.jobId} FAILED`
  return isLate(round, job) ? `not all tasks of job ${job.jobId} ran in time` : null
}

/** Did the job that was submitted complete a checkpoint? Null: nobody tells. What it was restored from is none. */
export const hasCheckpoint = (round: ApplicationRound): boolean | null => {
  const submit = submitOf(round)
  if (submit === null) return false
  const { checkpoints } = factsAt(round, submit.hash)
  return checkpoints?._tag === 'Known' ? checkpoints.value.completedCount > 0 : null
}

/** It was sent, and another life of the JobManager answers than it was sent to, or nobody knows which: it may have run there. */
export const isInOtherIncarnation = (round: ApplicationRound): boolean => {
  const submit = submitOf(round)
  if (submit === null || submit.sentAt === null || submit.isRefused) return false
  return submit.incarnation === null || isClusterGone(round, submit.hash)
    || isOtherIncarnation(submit.incarnation, incarnationOf(round, submit.hash))
}

const waited = ({ env }: ApplicationRound, since: number, millis: number): boolean =>
  env.now - Math.max(since, env.steadySince ?? since) >= millis

/** Will there surely be no job of the submit? `main` may take its time before it submits one. */
export const neverComes = (round: ApplicationRound): boolean => {
  const submit = submitOf(round)
  if (submit === null || submit.sentAt === null) return true
  if (isClusterGone(round, submit.hash)) return submit.isRefused
  if (jobsAt(round, submit.hash)?._tag !== 'Known' || listedSubmit(round) !== null || isInOtherIncarnation(round)) return false
  return waited(
    round,
    submit.sentAt,
    submit.isRefused || submit.isAnswered ? absenceMillis : Math.max(lateArrivalLimit, round.env.options.jobSubmissionTimeout),
  )
}

/**
 * Is it over, so that no job of it runs or will? A person who forces says so of one that was sent to a life of the JobManager that is gone
 * (row J4b): there it does not run, what it did is what nobody knows.
 */
export const isSubmitOver = (round: ApplicationRound): boolean => {
  const seen = seenSubmitted(round)
  if (seen === null || seen._tag === 'Ended') return true
  if ('job' in seen) return false
  return neverComes(round) || (isForced(round) && isInOtherIncarnation(round) && (seen._tag === 'Gone' || isAnswered(round)))
}

const isAnswered = (round: ApplicationRound): boolean => jobsAt(round, submitOf(round)?.hash ?? '')?._tag === 'Known'
