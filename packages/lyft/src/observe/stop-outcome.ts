import { isOtherIncarnation, latestState } from '@flink-operator/core/job'
import { isGoingOn, lateArrivalLimit } from '@flink-operator/core/resource'
import type { ApplicationRound } from '../flink-application-round.ts'
import { factsAt } from './clusters.ts'
import { incarnationOf } from './incarnation.ts'
import { isBeside, stopOf } from './live.ts'
import { seenJob } from './seen-job.ts'

/** The outcome of the savepoint of the stop in progress, as Flink reports it. */
export type StopOutcome =
  | { readonly _tag: 'Complete'; readonly path: string }
  | { readonly _tag: 'InProgress' }
  | { readonly _tag: 'Failed'; readonly why: string }
  /** The JobManager instance that should have received the trigger id does not know it: the request may not have arrived. */
  | { readonly _tag: 'Unsent' }
  /** Another JobManager instance runs now and does not know the trigger id: the id is void. */
  | { readonly _tag: 'Void' }
  | { readonly _tag: 'Unseen'; readonly message: string }

/** Null: no stop with savepoint is in progress. */
export const stopOutcome = (round: ApplicationRound): StopOutcome | null => {
  const stop = stopOf(round)
  if (stop?.how !== 'Savepoint') return null
  const answer = factsAt(round, stop.hash).stopOperation
  if (stop.path !== '') {
    if (cameBack(round, stop)) return { _tag: 'Void' }
    if (wentOn(round, stop)) return { _tag: 'Failed', why: 'the job failed to stop with its savepoint, and continued' }
    // a path that Flink still reports is that of the stop, whatever the status records (P25)
    return answer?._tag === 'Known' && answer.value._tag !== 'InProgress' ? answered(answer.value) : { _tag: 'Complete', path: stop.path }
  }
  if (answer === undefined) return { _tag: 'Unseen', message: `savepoint ${stop.triggerId}: it was not queried` }
  switch (answer._tag) {
    case 'Known':
      return answered(answer.value)
    case 'Absent':
      return notKnownThere(round, stop)
    case 'Unknown':
      return { _tag: 'Unseen', message: `savepoint ${stop.triggerId}: ${answer.message}` }
  }
}

/** True if another JobManager instance lists the job: it recovered the job after its savepoint, and the job continued from there (A06). */
const cameBack = (round: ApplicationRound, stop: NonNullable<ReturnType<typeof stopOf>>): boolean => {
  const seen = seenJob(round, stop.hash, stop.jobId)
  return stop.endedAt === null && 'job' in seen
    && isOtherIncarnation(stop.incarnation, { ...incarnationOf(round, stop.hash), jobStartTime: seen.job.startTime })
}

/**
 * True if the savepoint exists, but the job failed to stop and Flink's restart strategy restarted it (as the adaptive scheduler does), so
 * it has made progress beyond that savepoint (P01). After a successful stop the job has ended by the time that its path is recorded. Flink
 * has to report the failure, or to have forgotten the operation: after a failed query the stop may still be in progress. In BlueGreen the
 * live job is never stopped.
 */
const wentOn = (round: ApplicationRound, stop: NonNullable<ReturnType<typeof stopOf>>): boolean => {
  const seen = seenJob(round, stop.hash, stop.jobId)
  const answer = factsAt(round, stop.hash).stopOperation
  const isOver = answer?._tag === 'Absent' || (answer?._tag === 'Known' && answer.value._tag === 'Failed')
  return !isBeside(round) && isOver && 'job' in seen && isGoingOn(seen.job.state)
}

type Answer = Extract<NonNullable<ReturnType<typeof factsAt>['stopOperation']>, { readonly _tag: 'Known' }>['value']

const answered = (answer: Answer): StopOutcome => {
  switch (answer._tag) {
    case 'InProgress':
      return { _tag: 'InProgress' }
    case 'Completed':
      return answer.location === null ? { _tag: 'Failed', why: 'it completed without a location' }
        : { _tag: 'Complete', path: answer.location }
    case 'Failed':
      // the savepoint exists although the job failed to stop (B13)
      return answer.savepointPath !== null ? { _tag: 'Complete', path: answer.savepointPath } : {
        _tag: 'Failed',
        why: answer.causes.map(({ type, message }) => (message === '' ? type : message)).slice(0, 3).join(' -> '),
      }
  }
}

/**
 * The outcome when the JobManager does not know the trigger id. For a stop of Lyft's operator no JobManager instance is recorded: its id
 * counts as possibly known for as long as a request may take.
 */
const notKnownThere = (round: ApplicationRound, stop: NonNullable<ReturnType<typeof stopOf>>): StopOutcome => {
  const seen = seenJob(round, stop.hash, stop.jobId)
  const incarnation = { ...incarnationOf(round, stop.hash), jobStartTime: 'job' in seen ? seen.job.startTime : null }
  if (isOtherIncarnation(stop.incarnation, incarnation)) return { _tag: 'Void' }
  if (seen._tag === 'Ended') return endedUnseen(round, stop)
  if (seen._tag === 'Gone') return { _tag: 'Void' }
  return stop.incarnation === null && round.env.now > stop.askedAt + lateArrivalLimit ? { _tag: 'Void' } : { _tag: 'Unsent' }
}

/**
 * The job has ended and Flink has forgotten the operation: only a listed savepoint of this very stop counts
 * (rolling-back/live-job-untouched).
 */
const endedUnseen = (round: ApplicationRound, stop: NonNullable<ReturnType<typeof stopOf>>): StopOutcome => {
  const { checkpoints } = factsAt(round, stop.hash)
  if (checkpoints === undefined || checkpoints._tag === 'Unknown')
    return { _tag: 'Unseen', message: `is savepoint ${stop.triggerId} listed? ${checkpoints?.message ?? 'it was not queried'}` }
  const last = checkpoints._tag === 'Known' ? latestState(checkpoints.value) : undefined
  return last !== undefined && last.isStop && last.externalPath !== null && last.triggerTimestamp >= stop.askedAt
    ? { _tag: 'Complete', path: last.externalPath }
    : { _tag: 'Failed', why: 'the job ended, and the path of its last savepoint is unknown' }
}
