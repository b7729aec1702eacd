import type { AsynchronousOperation } from '../../contract/fact/flink-rest.ts'
import { isGoingOn, isTerminal, type JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { SuspendOperation } from '../../contract/resource/operation.ts'
import { isStateless } from '../../contract/resource/upgrade-mode.ts'
import { whatAPersonCanDo } from '../upgrade/upgrade-answer.ts'
import { requestOf } from './begin-stop.ts'
import { onceSeen } from '../../contract/query/ask.ts'
import { act, type Decision, look, pollMillis, type Problem, wait } from '../../contract/round/decision.ts'
import { incarnationOf, isOtherIncarnation } from '../record/new-operation.ts'
import { checkpointCacheMillis, latestState } from '../observe/observe-last-state.ts'
import { absenceMillis, ownJob } from '../observe/observe-job.ts'
import type { JobHost } from '../job-host.ts'
import type { JobRound } from '../job-round.ts'
import type { JobTypes, RoundOf } from '../job-situation.ts'
import { dropped, hasHighAvailability, savepointProblem, requireManualAction, finishStop } from './finish-stop.ts'
import { ended } from './stop-host.ts'

/** Continues a stop with savepoint that was requested (control-flow.md, section 5.7; design.md, section 3). */
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
      // the savepoint exists although the job failed to stop (B13)
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
 * Handles a job that failed to stop after its savepoint completed. Usually the failure that prevented the stop ends the job. Flink's
 * restart strategy may restart it instead, as with the adaptive scheduler. It then runs beyond that savepoint, which must not be restored
 * (P01). Null: the job ends, or the JobManager that answered no longer lists it.
 */
const wentOn = <Status extends JobLifecycleStatus>(round: JobRound<Status>, operation: SuspendOperation): Decision<Status> | null => {
  const { observed: { facts, status }, env } = round
  const job = ownJob(status, facts)
  if (facts.jobs?._tag === 'Known' && (job === undefined || !isGoingOn(job.state))) return null
  const seen = job === undefined ? 'was not observed' : `is ${job.state}`
  return env.now > operation.giveUpAt
    ? dropped(round, `the job ${seen} after its savepoint: it failed to stop, so the operator stops it again`)
    : wait(status, pollMillis, `the job to end: it failed to stop after its savepoint, and ${seen}`)
}

/** Reports the delay after the deadline. The savepoint may still complete, so the operator begins nothing else (trap 2). */
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
): Decision<Job['status']> =>
  onceSeen(
    round.observed.facts,
    host.stopping.incarnationQueries(round),
    queries => look(queries, 'is it the same JobManager instance?'),
    () => byIncarnation(host, round, operation),
  )

const byIncarnation = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  operation: SuspendOperation,
): Decision<Job['status']> => {
  const { observed, env } = round
  const { status, facts } = observed
  if (facts.jobs?._tag !== 'Known' || !host.stopping.isIncarnationSeen(round))
    return wait(status, pollMillis, `Flink to list the job again, for savepoint ${operation.id}`, stillFailing(env.now, operation))
  const job = ownJob(status, facts)
  if (job === undefined && !isTerminal(status.jobStatus.state)) return missed(round, operation)
  if (isOtherIncarnation(operation.incarnation, incarnationOf(observed))) return afterRestart(round, operation)
  if (isTerminal(status.jobStatus.state)) return endedUnseen(host, round, operation)
  if (job?.state === 'RUNNING')
    return act(status, 'the JobManager does not know the savepoint yet: the operator sends the same id again', {
      effects: requestOf(round, operation),
      after: pollMillis,
      waitingFor: `savepoint ${operation.id}`,
    })
  return env.now > operation.giveUpAt
    ? dropped(
      round,
      'the job never reached a state in which it can be stopped',
      savepointProblem(`The job is ${job?.state ?? 'unknown'} and could not be stopped with a savepoint`),
      env.options.reconcileInterval,
    )
    : wait(status, pollMillis, `the job to be RUNNING for savepoint ${operation.id} (it is ${job?.state ?? 'unknown'})`)
}

/**
 * The JobManager does not list the job. For a moment this means nothing. If it lasts after a restart, the job ended in the previous
 * JobManager instance, and the path of its savepoint was lost with it. The operator can't always know which pod took the request, for
 * example while one pod terminates and the next one starts. The stop's deadline is the limit then.
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
 * With HA the restarted job continues from its last checkpoint: the operator tries the stop again. Without HA the job started again from
 * its old source although the savepoint may be complete: the user decides.
 */
const afterRestart = <Status extends JobLifecycleStatus>(round: JobRound<Status>, operation: SuspendOperation): Decision<Status> => {
  const { desired, observed } = round
  if (hasHighAvailability(round))
    return dropped(round, `the JobManager restarted during savepoint ${operation.id}: the operator tries it again`)
  if (desired.diff.type === 'SAVEPOINT_REDEPLOY' || isStateless(desired.wanted?.job.upgradeMode))
    return dropped(round, 'the user decided what the job is restored from')
  return isTerminal(observed.status.jobStatus.state)
    ? dropped(round, 'the JobManager restarted and the job ended')
    : requireManualAction(
      round,
      `The JobManager restarted without high availability while the job was stopped with savepoint ${operation.id}; the savepoint may be complete, but its path is unknown. Manual restore required.`,
    )
}

/**
 * The job ended and Flink no longer knows the operation. The operator takes only a savepoint of this very stop that is still listed (L2).
 */
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
  return onceSeen(
    facts,
    [{ _tag: 'GetCheckpoints', endpoint: desired.deployed.endpoint, jobId: operation.jobId }],
    queries => look(queries, 'is the savepoint of the stop listed?'),
    () => byLastSavepoint(host, round, operation),
  )
}

const byLastSavepoint = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  operation: SuspendOperation,
): Decision<Job['status']> => {
  const { observed: { facts, status }, env } = round
  if (facts.checkpoints?._tag === 'Unknown')
    return wait(status, pollMillis, 'Flink to say whether it completed the savepoint of the stop', stillFailing(env.now, operation))
  const last = facts.checkpoints?._tag === 'Known' ? latestState(facts.checkpoints.value) : undefined
  return last !== undefined && last.isStop && last.externalPath !== null && last.triggerTimestamp >= operation.mintedAt
    ? finishStop(host, round, ended(operation, { _tag: 'Path', path: last.externalPath }))
    : dropped(round, 'the job ended, and the path of its last savepoint is unknown')
}
