import { isGoingOn } from '../../../resource/job-state.ts'
import { lateArrivalLimit } from '../../../resource/operation.ts'
import { isOtherIncarnation } from '../../../job/record/new-operation.ts'
import { latestState } from '../../../job/seen/observe-last-state.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { factsAt } from './clusters.ts'
import { incarnationOf } from './incarnation.ts'
import { isBeside, stopOf } from './live.ts'
import { seenJob } from './seen-job.ts'

/** What Flink tells of the savepoint of the stop that is under way. */
export type StopOutcome =
  | { readonly _tag: 'Complete'; readonly path: string }
  | { readonly _tag: 'InProgress' }
  | { readonly _tag: 'Failed'; readonly why: string }
  /** The same JobManager does not know the id: it may not have arrived. */
  | { readonly _tag: 'Unsent' }
  /** The JobManager was replaced, and knows nothing of it: the id is void. */
  | { readonly _tag: 'Void' }
  | { readonly _tag: 'Unseen'; readonly message: string }

/** Null: no stop with savepoint is under way. */
export const stopOutcome = (round: ApplicationRound): StopOutcome | null => {
  const stop = stopOf(round)
  if (stop?.how !== 'Savepoint') return null
  const answer = factsAt(round, stop.hash).stopOperation
  if (stop.path !== '') {
    if (cameBack(round, stop)) return { _tag: 'Void' }
    if (wentOn(round, stop)) return { _tag: 'Failed', why: 'the job failed to stop with its savepoint, and went on' }
    // the path that Flink still tells is that of the stop, whatever is recorded (P25)
    return answer?._tag === 'Known' && answer.value._tag !== 'InProgress' ? answered(answer.value) : { _tag: 'Complete', path: stop.path }
  }
  if (answer === undefined) return { _tag: 'Unseen', message: `savepoint ${stop.triggerId}: it was not seen` }
  switch (answer._tag) {
    case 'Known':
      return answered(answer.value)
    case 'Absent':
      return notKnownThere(round, stop)
    case 'Unknown':
      return { _tag: 'Unseen', message: `savepoint ${stop.triggerId}: ${answer.message}` }
  }
}

/** Another life of the JobManager lists the job: it was brought back after its savepoint, and went on from there (A06). */
const cameBack = (round: ApplicationRound, stop: NonNullable<ReturnType<typeof stopOf>>): boolean => {
  const seen = seenJob(round, stop.hash, stop.jobId)
  return stop.endedAt === null && 'job' in seen
    && isOtherIncarnation(stop.incarnation, { ...incarnationOf(round, stop.hash), jobStartTime: seen.job.startTime })
}

/**
 * The savepoint is there, and what kept the job from stopping did not end it: Flink's restart strategy brought it back (the adaptive
 * scheduler's does), and it works beyond that savepoint (P01). Where the stop came off, the job has ended by the time that its path is
 * on record. Flink has to say that it failed, or to have forgotten it: an answer that was not seen may be of a stop that is under way.
 * Beside the live job nothing is stopped.
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
      // the savepoint is there although the job failed to stop (B13)
      return answer.savepointPath !== null ? { _tag: 'Complete', path: answer.savepointPath } : {
        _tag: 'Failed',
        why: answer.causes.map(({ type, message }) => (message === '' ? type : message)).slice(0, 3).join(' -> '),
      }
  }
}

/**
 * An id that Lyft's operator was given, of which the life of the JobManager is not recorded, counts as one that may still be known for as
 * long as a request may take.
 */
const notKnownThere = (round: ApplicationRound, stop: NonNullable<ReturnType<typeof stopOf>>): StopOutcome => {
  const seen = seenJob(round, stop.hash, stop.jobId)
  const incarnation = { ...incarnationOf(round, stop.hash), jobStartTime: 'job' in seen ? seen.job.startTime : null }
  if (isOtherIncarnation(stop.incarnation, incarnation)) return { _tag: 'Void' }
  if (seen._tag === 'Ended') return endedUnseen(round, stop)
  if (seen._tag === 'Gone') return { _tag: 'Void' }
  return stop.incarnation === null && round.env.now > stop.askedAt + lateArrivalLimit ? { _tag: 'Void' } : { _tag: 'Unsent' }
}

/** The job ended and the operation is forgotten: only a savepoint of this very stop, still there, is taken (L2). */
const endedUnseen = (round: ApplicationRound, stop: NonNullable<ReturnType<typeof stopOf>>): StopOutcome => {
  const { checkpoints } = factsAt(round, stop.hash)
  if (checkpoints === undefined || checkpoints._tag === 'Unknown')
    return { _tag: 'Unseen', message: `is savepoint ${stop.triggerId} listed? ${checkpoints?.message ?? 'it was not seen'}` }
  const last = checkpoints._tag === 'Known' ? latestState(checkpoints.value) : undefined
  return last !== undefined && last.isStop && last.externalPath !== null && last.triggerTimestamp >= stop.askedAt
    ? { _tag: 'Complete', path: last.externalPath }
    : { _tag: 'Failed', why: 'the job ended, and the path of its last savepoint is not known any more' }
}
