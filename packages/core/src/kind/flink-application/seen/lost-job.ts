import type { ApplicationRound } from '../round.ts'
import { liveVersions } from '../status/slots.ts'
import { jobsAt } from './clusters.ts'

/**
 * A live version whose job does not run and did not come to its end, in words; null: none is seen. Nothing is done about it: what it goes
 * on from is a person's to say, or the next update's to find.
 */
export const lostJob = (round: ApplicationRound): string | null => {
  for (const { hash, jobId } of liveVersions(round.observed.status)) {
    if (jobId === '') return `no job of the live version ${hash} is recorded`
    const jobs = jobsAt(round, hash)
    if (jobs?._tag !== 'Known') continue
    const job = jobs.value.find(it => it.jobId === jobId)
    if (job === undefined) return `job ${jobId} is not there any more in cluster ${hash}`
    if (job.state === 'FAILED' || job.state === 'CANCELED') return `job ${jobId} of cluster ${hash} is ${job.state}`
  }
  return null
}
