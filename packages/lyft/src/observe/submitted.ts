import type { JobOverview } from '@flink-operator/core/fact'
import { isOtherIncarnation, absenceMillis, effectiveState } from '@flink-operator/core/job'
import { lateArrivalLimit } from '@flink-operator/core/resource'
import type { ApplicationRound } from '../flink-application-round.ts'
import { factsAt, isClusterGone, jobsAt } from './clusters.ts'
import { incarnationOf } from './incarnation.ts'
import { isForced, seenSubmitted, submitOf } from './live.ts'

/** The submitted job as Flink lists it; null: it is not listed. */
export const listedSubmit = (round: ApplicationRound): JobOverview | null => {
  const seen = seenSubmitted(round)
  return seen !== null && 'job' in seen ? seen.job : null
}

/** True if all tasks of the job run or have finished; also for a job without tasks (LD18). */
export const isUp = (job: JobOverview): boolean => effectiveState(job) === 'RUNNING'

/** True once the time limit for a start has passed. Time in which no operator ran does not count. */
const isLate = ({ desired: { timers }, env }: ApplicationRound, { startTime }: JobOverview): boolean =>
  env.now - Math.max(startTime, env.steadySince ?? startTime) >= timers.flinkJobVertexTimeout

/** Why a job that does not fully run has failed; null: not yet. FINISHED is no failure (LD11). */
export const failureOf = (round: ApplicationRound, job: JobOverview): string | null => {
  if (job.state === 'FAILED' || job.state === 'CANCELED') return `job ${job.jobId} is ${job.state}`
  if (job.state === 'FINISHED' || isUp(job)) return null
  if ((job.tasks.failed ?? 0) > 0) return `${String(job.tasks.failed)} tasks of job ${job.jobId} FAILED`
  return isLate(round, job) ? `not all tasks of job ${job.jobId} ran in time` : null
}

/** True if the submitted job completed a checkpoint; null: unknown. The one that it restored does not count. */
export const hasCheckpoint = (round: ApplicationRound): boolean | null => {
  const submit = submitOf(round)
  if (submit === null) return false
  const { checkpoints } = factsAt(round, submit.hash)
  return checkpoints?._tag === 'Known' ? checkpoints.value.completedCount > 0 : null
}

/** True if the job was submitted, but the JobManager instance that received it is gone or unknown: the job may have run there. */
export const isInOtherIncarnation = (round: ApplicationRound): boolean => {
  const submit = submitOf(round)
  if (submit === null || submit.sentAt === null || submit.isRefused) return false
  return submit.incarnation === null || isClusterGone(round, submit.hash)
    || isOtherIncarnation(submit.incarnation, incarnationOf(round, submit.hash))
}

const waited = ({ env }: ApplicationRound, since: number, millis: number): boolean =>
  env.now - Math.max(since, env.steadySince ?? since) >= millis

/** True if the submit provably results in no job any more. The `main` method may take its time before it submits one. */
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
 * True if no job of the submit runs or will run. With forceRollback the user declares this also for a job that was submitted to a
 * JobManager instance that is gone (row submitting/maybe-ran-before): it does not run there, but its progress is unknown.
 */
export const isSubmitOver = (round: ApplicationRound): boolean => {
  const seen = seenSubmitted(round)
  if (seen === null || seen._tag === 'Ended') return true
  if ('job' in seen) return false
  return neverComes(round) || (isForced(round) && isInOtherIncarnation(round) && (seen._tag === 'Gone' || isAnswered(round)))
}

const isAnswered = (round: ApplicationRound): boolean => jobsAt(round, submitOf(round)?.hash ?? '')?._tag === 'Known'
