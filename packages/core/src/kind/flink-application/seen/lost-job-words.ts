import type { ApplicationRound } from '../flink-application-round.ts'
import { liveVersions } from '../status/version-slots.ts'
import { jobsAt } from './clusters.ts'
import { causeAt, toldWithCause, withCause } from './failed-job.ts'

/** A live version whose job does not run and did not come to its end. */
interface LostJob {
  readonly hash: string
  readonly jobId: string
  readonly words: string
}

const lostJob = (round: ApplicationRound): LostJob | null => {
  for (const { hash, jobId } of liveVersions(round.observed.status)) {
    if (jobId === '') return { hash, jobId, words: `no job of the live version ${hash} is recorded` }
    const jobs = jobsAt(round, hash)
    if (jobs?._tag !== 'Known') continue
    const job = jobs.value.find(it => it.jobId === jobId)
    if (job === undefined) return { hash, jobId, words: `job ${jobId} is not there any more in cluster ${hash}` }
    if (job.state === 'FAILED' || job.state === 'CANCELED') return { hash, jobId, words: `job ${jobId} of cluster ${hash} is ${job.state}` }
  }
  return null
}

/**
 * That a live version has lost its job, with Flink's words for why; null: none has. Nothing is done about it: what it goes on from is a
 * person's to say (`advice`), or the next update's to find.
 */
export const lostJobWords = (round: ApplicationRound, advice = ''): string | null => {
  const lost = lostJob(round)
  if (lost === null) return null
  const words = `${lost.words}${advice}`
  const cause = causeAt(round, lost.hash, lost.jobId)
  return (cause === null ? toldWithCause(round, words) : null) ?? withCause(words, cause)
}
