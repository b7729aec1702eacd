import type { ApplicationRound } from '../flink-application-round.ts'
import { liveVersions } from '../status/version-slots.ts'
import { jobsAt } from './clusters.ts'
import { causeAt, reportedWithCause, withCause } from './failed-job.ts'

/** A live version whose job does not run and has not FINISHED. */
interface LostJob {
  readonly hash: string
  readonly jobId: string
  readonly words: string
}

const lostJob = (round: ApplicationRound): LostJob | null => {
  for (const { hash, jobId } of liveVersions(round.observed.status)) {
    if (jobId === '') return { hash, jobId, words: `the status records no job for the live version ${hash}` }
    const jobs = jobsAt(round, hash)
    if (jobs?._tag !== 'Known') continue
    const job = jobs.value.find(it => it.jobId === jobId)
    if (job === undefined) return { hash, jobId, words: `cluster ${hash} no longer lists job ${jobId}` }
    if (job.state === 'FAILED' || job.state === 'CANCELED') return { hash, jobId, words: `job ${jobId} of cluster ${hash} is ${job.state}` }
  }
  return null
}

/**
 * A message that a live version has lost its job, with the cause that Flink reports; null: none is lost. The operator does nothing about
 * it: the user (`advice`) or the next update has to find the state to restore.
 */
export const lostJobWords = (round: ApplicationRound, advice = ''): string | null => {
  const lost = lostJob(round)
  if (lost === null) return null
  const words = `${lost.words}${advice}`
  const cause = causeAt(round, lost.hash, lost.jobId)
  return (cause === null ? reportedWithCause(round, words) : null) ?? withCause(words, cause)
}
