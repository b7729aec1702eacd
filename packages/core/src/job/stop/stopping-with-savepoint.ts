import type { AsynchronousOperation } from '../../fact/flink-rest.ts'
import { isGoingOn, isTerminal } from '../../resource/job-state.ts'
import type { SuspendOperation } from '../../resource/operation.ts'
import { isStateless } from '../../resource/upgrade-mode.ts'
import { whatAPersonCanDo } from '../upgrade/upgrade-answer.ts'
import { requestOf } from './stop-request.ts'
import { unanswered } from '../../query/unanswered.ts'
import { act, type Decision, look, pollMillis, type Problem, wait } from '../../round/decision.ts'
import { incarnationOf, isOtherIncarnation } from '../record/new-operation.ts'
import { checkpointCacheMillis, latestState } from '../seen/observe-last-state.ts'
import { absenceMillis, ownJob } from '../seen/observe-job.ts'
import type { JobHost } from '../job-host.ts'
import type { JobRound } from '../job-round.ts'
import type { JobTypes, RoundOf } from '../job-situation.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { dropped, hasHighAvailability, savepointProblem, requireManualAction } from './stop-given-up.ts'
import { finishStop } from './finish-stop.ts'
import { ended } from './stop-host.ts'

/** A stop with savepoint that was asked for: what came of it (control-flow.md, section 5.7; design.md, section 3). */
export const stoppingWithSavepoint = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  operation: SuspendOperation,
): Decision<Job['status']> => {
  const { observed: { facts, status }, env } = round
  const answer = facts.stopOperation
  if (answer?._tag === 'Known') return stopAnswered(host, round, operation, answer.value)
  if (answer?._tag === 'Absent') return stopUnknown(host, round, operation)
  return host.stopping.late(round, operation)
    ?? wait(
      status,
      pollMillis,
      `savepoint ${operation.id}: ${answer?._tag === 'Unknown' ? answer.message : 'not seen'}`,
      stillFailing(env.now, operation),
    )
}

const stopAnswered = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  operation: SuspendOperation,
  answer: AsynchronousOperation,
): Decision<Job['status']> => {
  switch (answer._tag) {
    case 'InProgress':
      return host.stopping.late(round, operation)
        ?? wait(round.observed.status, pollMillis, `savepoint ${operation.id}`, stillFailing(round.env.now, operation))
    case 'Completed':
      return answer.location === null
        ? dropped(
          round,
          'the savepoint completed without a path',
          savepointProblem('Savepoint completed without a location'),
          round.env.options.reconcileInterval,
        )
        : finishStop(host, round, ended(operation, { _tag: 'Path', path: answer.location }))
    case 'Failed':
      // the savepoint is there although the job failed to stop (B13)
      return answer.savepointPath === null
        ? dropped(
          round,
          'the savepoint failed',
          savepointProblem(
            ['Savepoint Error', ...answer.causes.map(({ message, type }) => (message === '' ? type : message))].slice(0, 4).join(' -> '),
          ),
          round.env.options.reconcileInterval,
        )
        : wentOn(round, operation) ?? finishStop(host, round, ended(operation, { _tag: 'Path', path: answer.savepointPath }))
  }
}

/**
 * The savepoint is there, and what kept the job from stopping ends it, as a rule. Where Flink's restart strategy brings it back instead
 * (the adaptive scheduler's does), it works beyond that savepoint, which is not what it is restored from (P01). Null: it ends, or the
 * JobManager that tells of the stop lists it no more.
 */
const wentOn = <Status extends JobLifecycleStatus>(round: JobRound<Status>, operation: SuspendOperation): Decision<Status> | null => {
  const { observed: { facts, status }, env } = round
  const job = ownJob(status, facts)
  if (facts.jobs?._tag === 'Known' && (job === undefined || !isGoingOn(job.state))) return null
  const seen = job === undefined ? 'is not seen' : `is ${job.state}`
  return env.now > operation.giveUpAt
    ? dropped(round, `the job ${seen} after its savepoint, which it failed to stop with: it is stopped anew`)
    : wait(status, pollMillis, `the job to end, which failed to stop with its savepoint, and ${seen}`)
}

/** The delay is told once it is too long; the savepoint may still complete, so nothing else is begun (trap 2). */
const stillFailing = (now: number, operation: SuspendOperation): Problem | null =>
  now > operation.giveUpAt
    ? savepointProblem(
      `Timed out stopping the job ${
        operation.jobId ?? ''
      } with savepoint, please configure a larger timeout via 'execution.checkpointing.timeout'. If it does not complete: ${whatAPersonCanDo}`,
    )
    : null

/** This JobManager does not know the trigger id (design.md, section 3, incarnation; flink REST traps 5 and 6). */
const stopUnknown = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  operation: SuspendOperation,
): Decision<Job['status']> => {
  const { observed, env } = round
  const { status, facts } = observed
  const missing = unanswered(facts, host.stopping.incarnationQueries(round))
  if (missing.length > 0) return look(missing, 'is it the same JobManager?')
  if (facts.jobs?._tag !== 'Known' || !host.stopping.isIncarnationSeen(round))
    return wait(status, pollMillis, `to see the job again for savepoint ${operation.id}`, stillFailing(env.now, operation))
  const job = ownJob(status, facts)
  if (job === undefined && !isTerminal(status.jobStatus.state)) return missed(round, operation)
  if (isOtherIncarnation(operation.incarnation, incarnationOf(observed))) return afterRestart(round, operation)
  if (isTerminal(status.jobStatus.state)) return endedUnseen(host, round, operation)
  if (job?.state === 'RUNNING')
    return act(status, 'the JobManager does not know the savepoint yet: the same id is sent again', {
      effects: requestOf(round, operation),
      after: pollMillis,
      waitingFor: `savepoint ${operation.id}`,
    })
  return env.now > operation.giveUpAt
    ? dropped(
      round,
      'the job never got into a state to be stopped in',
      savepointProblem(`The job is ${job?.state ?? 'unknown'} and could not be stopped with a savepoint`),
      env.options.reconcileInterval,
    )
    : wait(status, pollMillis, `the job to be RUNNING for savepoint ${operation.id} (it is ${job?.state ?? 'unknown'})`)
}

/**
 * The JobManager lists no job. For a moment that is nothing; if it lasts after a restart, the job ended in the life before, and with it
 * what was known of its savepoint. Which pod it was that took the request can't always be told, as while one pod goes and the next one
 * comes: the time for the stop is the limit then.
 */
const missed = <Status extends JobLifecycleStatus>(round: JobRound<Status>, operation: SuspendOperation): Decision<Status> => {
  const { observed, env } = round
  const since = observed.status.operatorRecord.jobMissedSince
  const isLasting = since !== null && env.now - since >= absenceMillis
  return isLasting
      && (env.now > operation.giveUpAt || isOtherIncarnation(operation.incarnation, { ...incarnationOf(observed), jobStartTime: null }))
    ? afterRestart(round, operation)
    : wait(observed.status, pollMillis, 'the JobManager to list the job', stillFailing(env.now, operation))
}

/**
 * With HA the job went on from its last checkpoint: a new attempt. Without, it began anew from its old source while the savepoint may be
 * complete: a person decides.
 */
const afterRestart = <Status extends JobLifecycleStatus>(round: JobRound<Status>, operation: SuspendOperation): Decision<Status> => {
  const { desired, observed } = round
  if (hasHighAvailability(round)) return dropped(round, `the JobManager restarted during savepoint ${operation.id}: it is tried anew`)
  if (desired.diff.type === 'SAVEPOINT_REDEPLOY' || isStateless(desired.wanted?.job.upgradeMode))
    return dropped(round, 'a person decided what to go on from')
  return isTerminal(observed.status.jobStatus.state)
    ? dropped(round, 'the JobManager restarted and the job ended')
    : requireManualAction(
      round,
      `The JobManager restarted without high availability while the job was stopped with savepoint ${operation.id}; the savepoint may be complete, but its path is not known. Manual restore required.`,
    )
}

/** The job ended and the operation is forgotten: only a savepoint of this very stop, still there, is taken (L2). */
const endedUnseen = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  operation: SuspendOperation,
): Decision<Job['status']> => {
  const { desired, observed: { facts, status }, env } = round
  if (status.jobStatus.state !== 'FINISHED' || desired.deployed._tag !== 'Deployed' || operation.jobId === null)
    return dropped(round, 'the job ended before it was stopped')
  const since = status.operatorRecord.terminalSince ?? env.now
  if (env.now < since + checkpointCacheMillis)
    return wait(status, since + checkpointCacheMillis - env.now, 'Flink to show the last savepoint')
  const missing = unanswered(facts, [{ _tag: 'GetCheckpoints', endpoint: desired.deployed.endpoint, jobId: operation.jobId }])
  if (missing.length > 0) return look(missing, 'is the savepoint of the stop listed?')
  if (facts.checkpoints?._tag === 'Unknown')
    return wait(status, pollMillis, 'to see whether the savepoint of the stop is listed', stillFailing(env.now, operation))
  const last = facts.checkpoints?._tag === 'Known' ? latestState(facts.checkpoints.value) : undefined
  return last !== undefined && last.isStop && last.externalPath !== null && last.triggerTimestamp >= operation.mintedAt
    ? finishStop(host, round, ended(operation, { _tag: 'Path', path: last.externalPath }))
    : dropped(round, 'the job ended and the path of its last savepoint is not known any more')
}
