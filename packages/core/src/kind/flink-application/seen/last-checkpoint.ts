import { checkpointCacheMillis, isLastStateDiscarded, latestState } from '../../../job/seen/observe-last-state.ts'
import type { CheckpointStatistics, JobOverview } from '../../../fact/flink-rest.ts'
import { defaultRestoreAge } from '../retry/timers.ts'
import type { LastState } from '../../../resource/last-state.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { liveJob } from '../status/version-slots.ts'
import { factsAt } from './clusters.ts'
import { isFromCheckpoint, oldJob, seenOldJob, startSource, stopOf } from './live.ts'

/** What the old job can be gone on from, as its JobManager tells it. */
export type LastCheckpoint =
  | { readonly _tag: 'Usable'; readonly path: string }
  /** It was seen that there is none, or that none may be used. `isEmpty`: it completed none, and restored none. */
  | { readonly _tag: 'None'; readonly why: string; readonly isEmpty: boolean }
  | { readonly _tag: 'Unseen'; readonly message: string }

/** Older ones may not be used (`maxCheckpointRestoreAgeSeconds`, LD13). */
const restoreAge = ({ desired: { spec } }: ApplicationRound): number =>
  spec.maxCheckpointRestoreAgeSeconds === null ? defaultRestoreAge : spec.maxCheckpointRestoreAgeSeconds * 1000

/**
 * The newest checkpoint of the old job. Of a job that has ended it counts only if it was read late enough after that; of one that FINISHED
 * only the savepoint of a stop does, for it went on to its end after any other.
 */
export const lastCheckpoint = (round: ApplicationRound): LastCheckpoint => {
  const job = oldJob(round)
  const seen = seenOldJob(round)
  if (job === null || seen === null) return { _tag: 'None', why: 'no job is recorded', isEmpty: false }
  if (seen._tag === 'Gone') return { _tag: 'None', why: 'the job is not there any more', isEmpty: false }
  if (!('job' in seen)) return { _tag: 'Unseen', message: seen._tag === 'Unseen' ? seen.message : 'the job is not listed' }
  const { checkpoints } = factsAt(round, job.hash)
  if (checkpoints?._tag !== 'Known')
    return { _tag: 'Unseen', message: `its checkpoints: ${checkpoints?._tag === 'Unknown' ? checkpoints.message : 'they were not seen'}` }
  const endedAt = Math.max(stopOf(round)?.endedAt ?? 0, seen.job.endTime)
  return seen._tag === 'Ended' && checkpoints.asOf < endedAt + checkpointCacheMillis
    ? { _tag: 'Unseen', message: 'Flink may not show its last checkpoint yet' } : usableOf(round, seen.job, checkpoints.value)
}

const none = (why: string, isEmpty = false): LastCheckpoint => ({ _tag: 'None', why, isEmpty })

const usableOf = (round: ApplicationRound, { state }: JobOverview, statistics: CheckpointStatistics): LastCheckpoint => {
  const last = latestState(statistics)
  if (state === 'FINISHED')
    return last?.isStop === true && last.externalPath !== null ? { _tag: 'Usable', path: last.externalPath }
      : none('the job came to its end by itself')
  if (last === undefined)
    return isLastStateDiscarded(statistics) ? none('Flink discarded its last checkpoint')
      : none('it completed no checkpoint', statistics.completedCount === 0 && statistics.restored === null)
  if (!last.addressable || last.externalPath === null) return none('its last checkpoint is not kept outside of the JobManager')
  return round.env.now - last.triggerTimestamp > restoreAge(round)
    ? none(`its last checkpoint is older than ${String(restoreAge(round) / 1000)} s`) : { _tag: 'Usable', path: last.externalPath }
}

/**
 * The checkpoint that the status saw last, of a job that is gone: there may have been newer ones. Only an explicit limit of its age is a
 * person's word that it may be used all the same (FA31). Null: it may not.
 */
export const lastSeenCheckpoint = (round: ApplicationRound): string | null => {
  const { desired: { spec: { maxCheckpointRestoreAgeSeconds } }, observed: { status }, env } = round
  const { lastCheckpoint: path, lastCheckpointTime } = liveJob(status)
  return maxCheckpointRestoreAgeSeconds === null || path === '' || lastCheckpointTime === null
      || env.now - lastCheckpointTime > maxCheckpointRestoreAgeSeconds * 1000
    ? null : path
}

/**
 * What the next start goes on from (`startSource`), as of now: the live job runs on beside it, and Flink discards a checkpoint once a newer
 * one is complete. Where none is seen it stays what was written down: at worst Flink refuses it.
 */
export const freshSource = (round: ApplicationRound): LastState | null => {
  const last = isFromCheckpoint(round) ? lastCheckpoint(round) : null
  return last?._tag === 'Usable' ? { _tag: 'Path', path: last.path, seen: 'Checkpoints' } : startSource(round)
}

/**
 * A start from a checkpoint of the live job waits to see that job: one that ended may have completed a newer one, which Flink may not show
 * at once. Null: it was seen, or is gone.
 */
export const awaitedSource = (round: ApplicationRound): string | null => {
  const seen = isFromCheckpoint(round) ? seenOldJob(round) : null
  switch (seen?._tag) {
    case 'Unseen':
    case 'Missed':
      return 'to see the live job, from whose checkpoint the new version begins'
    case 'Ended':
      return round.env.now < Math.max(stopOf(round)?.endedAt ?? 0, seen.job.endTime) + checkpointCacheMillis
        ? 'Flink to show the last checkpoint of the live job, which ended' : null
    case undefined:
    case 'Alive':
    case 'Ending':
    case 'Gone':
      return null
  }
}
