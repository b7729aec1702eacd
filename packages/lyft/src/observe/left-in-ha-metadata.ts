import type { ApplicationRound } from '../flink-application-round.ts'
import { isClusterGone } from './clusters.ts'
import { oldJob, stopOf } from './live.ts'
import { mayComeBack } from './seen-job.ts'

interface LeftJob {
  readonly hash: string
  readonly jobId: string
}

/**
 * True if the JobManager of that version is gone, no end of its job was recorded, and high availability may keep the job: the next
 * JobManager of its hash runs it again. A Deployment that was sent earlier may still arrive, or the user may go back to that version.
 */
export const isLeftInHaMetadata = (round: ApplicationRound, hash: string): boolean =>
  stopOf(round)?.endedAt == null && isClusterGone(round, hash) && mayComeBack(round, hash)

/** The old job, if it is left in HA metadata; null: it is not. */
export const leftInHaMetadata = (round: ApplicationRound): LeftJob | null => {
  const job = oldJob(round)
  return job !== null && isLeftInHaMetadata(round, job.hash) ? job : null
}

export const leftInHaMetadataWords = ({ hash, jobId }: LeftJob): string =>
  `The JobManager Deployment of version ${hash} was deleted while its job ${jobId} ran, and high availability may keep the job: set the spec `
  + 'back to that version, so that the operator creates the Deployment again and its JobManager recovers the job; then change the spec again'
