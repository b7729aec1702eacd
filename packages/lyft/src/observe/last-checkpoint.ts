import type { ApplicationRound } from '../flink-application-round.ts'
import { isClusterGone, factsAt } from './clusters.ts'
import { oldJob, stopOf, isFromCheckpoint, seenOldJob, startSource } from './live.ts'
import { mayComeBack } from './seen-job.ts'
import type { CheckpointStatistics, JobOverview } from '@flink-operator/core/fact'
import { checkpointCacheMillis, isLastStateDiscarded, latestState } from '@flink-operator/core/job'
import type { LastState } from '@flink-operator/core/resource'
import { defaultRestoreAge } from '../retry/timers.ts'
import { liveJob } from '../status/version-slots.ts'

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

/** The last checkpoint of the old job, as its JobManager reports it. */
export type LastCheckpoint =
  | { readonly _tag: 'Usable'; readonly path: string }
  /** An observation proves that no usable checkpoint exists. `isEmpty`: the job completed no checkpoint and restored none. */
  | { readonly _tag: 'None'; readonly why: string; readonly isEmpty: boolean }
  | { readonly _tag: 'Unseen'; readonly message: string }

/** The maximum age of a checkpoint that may be restored (`maxCheckpointRestoreAgeSeconds`, LD13). */
const restoreAge = ({ desired: { spec } }: ApplicationRound): number =>
  spec.maxCheckpointRestoreAgeSeconds === null ? defaultRestoreAge : spec.maxCheckpointRestoreAgeSeconds * 1000

/**
 * The newest checkpoint of the old job. After the job has ended, only a query that was late enough counts. If the job is FINISHED, only the
 * savepoint of a stop counts, because the job continued after any other checkpoint.
 */
export const lastCheckpoint = (round: ApplicationRound): LastCheckpoint => {
  const job = oldJob(round)
  const seen = seenOldJob(round)
  if (job === null || seen === null) return { _tag: 'None', why: 'no job is recorded', isEmpty: false }
  if (seen._tag === 'Gone') return { _tag: 'None', why: 'the job no longer exists', isEmpty: false }
  if (!('job' in seen)) return { _tag: 'Unseen', message: seen._tag === 'Unseen' ? seen.message : 'the job is not listed' }
  const { checkpoints } = factsAt(round, job.hash)
  if (checkpoints?._tag !== 'Known')
    return {
      _tag: 'Unseen',
      message: `its checkpoints: ${checkpoints?._tag === 'Unknown' ? checkpoints.message : 'they were not queried'}`,
    }
  const endedAt = Math.max(stopOf(round)?.endedAt ?? 0, seen.job.endTime)
  return seen._tag === 'Ended' && checkpoints.asOf < endedAt + checkpointCacheMillis
    ? { _tag: 'Unseen', message: 'Flink may not show its last checkpoint yet' } : usableOf(round, seen.job, checkpoints.value)
}

const none = (why: string, isEmpty = false): LastCheckpoint => ({ _tag: 'None', why, isEmpty })

const usableOf = (round: ApplicationRound, { state }: JobOverview, statistics: CheckpointStatistics): LastCheckpoint => {
  const last = latestState(statistics)
  if (state === 'FINISHED')
    return last?.isStop === true && last.externalPath !== null ? { _tag: 'Usable', path: last.externalPath }
      : none('the job finished without having been stopped')
  if (last === undefined)
    return isLastStateDiscarded(statistics) ? none('Flink discarded its last checkpoint')
      : none('it completed no checkpoint', statistics.completedCount === 0 && statistics.restored === null)
  if (!last.addressable || last.externalPath === null) return none('its last checkpoint is not stored outside of the JobManager')
  return round.env.now - last.triggerTimestamp > restoreAge(round)
    ? none(`its last checkpoint is older than ${String(restoreAge(round) / 1000)} s`) : { _tag: 'Usable', path: last.externalPath }
}

/**
 * The last observed checkpoint of a job that is gone; the job may have completed newer ones. The user allows it only by setting an explicit
 * age limit (FA31). Null: it may not be used.
 */
export const lastSeenCheckpoint = (round: ApplicationRound): string | null => {
  const { desired: { spec: { maxCheckpointRestoreAgeSeconds } }, observed: { status }, env } = round
  const { lastCheckpoint: path, lastCheckpointTime } = liveJob(status)
  return maxCheckpointRestoreAgeSeconds === null || path === '' || lastCheckpointTime === null
      || env.now - lastCheckpointTime > maxCheckpointRestoreAgeSeconds * 1000
    ? null : path
}

/**
 * The source of the next start (`startSource`), updated: in BlueGreen the live job runs on, and Flink discards a checkpoint once a newer
 * one is complete. If no checkpoint was observed, the recorded one stays: at worst Flink refuses it.
 */
export const freshSource = (round: ApplicationRound): LastState | null => {
  const last = isFromCheckpoint(round) ? lastCheckpoint(round) : null
  return last?._tag === 'Usable' ? { _tag: 'Path', path: last.path, seen: 'Checkpoints' } : startSource(round)
}

/**
 * What a start from a checkpoint of the live job waits for: an observation of that job. A job that ended may have completed a newer
 * checkpoint, which Flink may not list at once. Null: the job was observed, or is gone.
 */
export const awaitedSource = (round: ApplicationRound): string | null => {
  const seen = isFromCheckpoint(round) ? seenOldJob(round) : null
  switch (seen?._tag) {
    case 'Unseen':
    case 'Missed':
      return 'Flink to report the live job, whose checkpoint the new version restores'
    case 'Ended':
      return round.env.now < Math.max(stopOf(round)?.endedAt ?? 0, seen.job.endTime) + checkpointCacheMillis
        ? 'Flink to list the last checkpoint of the live job, which ended' : null
    case undefined:
    case 'Alive':
    case 'Ending':
    case 'Gone':
      return null
  }
}
