import type { AsynchronousOperation } from '../../fact/flink-rest.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { isDefinite } from '../../resource/last-state.ts'
import type { SuspendOperation } from '../../resource/operation.ts'
import type { ReconciliationState } from '../../resource/job-lifecycle-status.ts'
import type { Query } from '../../query/query.ts'
import { watched } from '../../query/watched.ts'
import { haConfigMaps, haDeletion, haMetadataOf } from '../../cluster/high-availability/ha-metadata.ts'
import { whatAPersonCanDo } from '../../job/upgrade/upgrade-answer.ts'
import { requestOf } from './begin-suspend.ts'
import { clusterQueries, unanswered } from '../../cluster/seen/cluster-queries.ts'
import { act, look, pollMillis, type Problem, wait } from '../../round/decision.ts'
import { finishSuspend } from './finish-suspend.ts'
import { incarnationOf, isOtherIncarnation } from '../../job/record/new-operation.ts'
import { checkpointCacheMillis, latestState } from '../../job/seen/observe-last-state.ts'
import { isEndedByFlinkAlone, untilCleanedUp } from '../seen/ended-by-flink.ts'
import { absenceMillis, isMissedForGood, ownJob } from '../../job/seen/observe-job.ts'
import { neverStarted } from '../../cluster/seen/job-manager-start.ts'
import { continueNeverStarted, deletion } from './never-started.ts'
import { mayRunByHaMetadata } from '../../cluster/seen/in-the-way.ts'
import { jobIdsOf } from '../../cluster/seen/ownership.ts'
import { startRedeploy } from '../upgrade/redeploy.ts'
import type { JobDecision, Round } from '../round.ts'
import { isScaledAwayInStop, scaledAway } from '../../cluster/seen/scaled-away.ts'
import { slowDeletion, slowStep } from '../../cluster/tear-down/slow-deletion.ts'
import { withJob, withReconciliation, withRecord, withStatus } from '../../round/status-change.ts'
import { afterwardsOf } from './afterwards.ts'
import { drivenTearDown } from '../../cluster/tear-down/driven.ts'
import { tearDownStep } from '../../cluster/tear-down/tear-down.ts'

/** A suspend that is under way: looks at what came of it and takes the next step. */
export const continueSuspend = (round: Round, operation: SuspendOperation): JobDecision => {
  if (operation.step === 'TearDown') return operation.mode === 'NOOP' ? continueNeverStarted(round, operation) : tearDown(round, operation)
  if (operation.jobId === null && operation.mode !== 'STATELESS') return dropped(round, 'the operation names no job')
  const missing = unanswered(round.observed.facts, suspendQueries(round, operation))
  if (missing.length > 0) return look(missing, `what came of ${operation.mode} ${operation.id}?`)
  switch (operation.mode) {
    case 'SAVEPOINT':
      return stopping(round, operation)
    case 'CANCEL':
      return cancelling(round, operation)
    default:
      return cancellingStateless(round, operation)
  }
}

/** What tells how far a suspend is. */
export const suspendQueries = ({ desired }: Round, { mode, id, jobId }: SuspendOperation): readonly Query[] => {
  if (desired.deployed._tag !== 'Deployed' || jobId === null) return []
  const { endpoint } = desired.deployed
  const jobs: Query = { _tag: 'GetJobsOverview', endpoint }
  return mode === 'SAVEPOINT' ? [jobs, { _tag: 'GetSavepointOperation', endpoint, jobId, triggerId: id, for: 'stopOperation' }] : [jobs]
}

const dropped = (round: Round, reason: string, problem: Problem | null = null, retryAfter = 0): JobDecision =>
  act(
    withRecord(withReconciliation(withStatus(round.observed.status, { operation: null }), { state: stateWithout(round) }), {
      retryAt: retryAfter === 0 ? null : round.env.now + retryAfter,
    }),
    reason,
    { problem },
  )

/** A cancel that did not come off leaves the job as deployed as it was. */
const stateWithout = ({ desired: { deployed }, observed: { status: { reconciliationStatus: { state } } } }: Round): ReconciliationState =>
  state === 'UPGRADING' && deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'running' ? 'DEPLOYED' : state

const savepointProblem = (message: string): Problem => ({
  owner: 'operation',
  type: 'UpgradeFailureException',
  message,
  reason: 'SavepointError',
})

const stopping = (round: Round, operation: SuspendOperation): JobDecision => {
  const { observed: { facts, status }, env } = round
  const answer = facts.stopOperation
  if (answer?._tag === 'Known') return stopAnswered(round, operation, answer.value)
  if (answer?._tag === 'Absent') return stopUnknown(round, operation)
  return late(round, operation)
    ?? wait(
      status,
      pollMillis,
      `savepoint ${operation.id}: ${answer?._tag === 'Unknown' ? answer.message : 'not seen'}`,
      stillFailing(round, env.now, operation),
    )
}

const stopAnswered = (round: Round, operation: SuspendOperation, answer: AsynchronousOperation): JobDecision => {
  switch (answer._tag) {
    case 'InProgress':
      return late(round, operation)
        ?? wait(round.observed.status, pollMillis, `savepoint ${operation.id}`, stillFailing(round, round.env.now, operation))
    case 'Completed':
      return answer.location === null
        ? dropped(
          round,
          'the savepoint completed without a path',
          savepointProblem('Savepoint completed without a location'),
          round.env.options.reconcileInterval,
        )
        : finishSuspend(round, operation, { _tag: 'Path', path: answer.location })
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
        : finishSuspend(round, operation, { _tag: 'Path', path: answer.savepointPath })
  }
}

/** The delay is told once it is too long; the savepoint may still complete, so nothing else is begun (trap 2). */
const stillFailing = (_round: Round, now: number, operation: SuspendOperation): Problem | null =>
  now > operation.giveUpAt
    ? savepointProblem(
      `Timed out stopping the job ${
        operation.jobId ?? ''
      } with savepoint, please configure a larger timeout via 'execution.checkpointing.timeout'. If it does not complete: ${whatAPersonCanDo}`,
    )
    : null

/** REST does not answer: is the JobManager there at all? What is lost with it can't be waited for. */
const late = (round: Round, operation: SuspendOperation): JobDecision | null => {
  const { observed: { facts, status }, desired } = round
  if (facts.jobs?._tag === 'Known') return null
  // that it is MISSING was seen live
  const missing = unanswered(facts, [watched(clusterQueries(desired).deployment), watched(clusterQueries(desired).pods)])
  if (missing.length > 0) return look(missing, 'is the JobManager still there?')
  if (isScaledAwayInStop(round))
    return wait(
      status,
      round.env.options.observerProgressCheckInterval,
      'the JobManager, whose Deployment somebody scaled to 0 replicas',
      scaledAway(round),
    )
  if (status.jobManagerDeploymentStatus !== 'MISSING') return null
  return dropped(round, `the JobManager went away before the outcome of ${operation.mode} ${operation.id} was seen`)
}

/** This JobManager does not know the trigger id (design.md, section 3, incarnation; flink REST traps 5 and 6). */
const stopUnknown = (round: Round, operation: SuspendOperation): JobDecision => {
  const { observed, desired, env } = round
  const { status, facts } = observed
  const missing = unanswered(facts, [clusterQueries(desired).deployment, clusterQueries(desired).pods])
  if (missing.length > 0) return look(missing, 'is it the same JobManager?')
  if (facts.jobs?._tag !== 'Known' || facts.jobManagerPods?._tag !== 'Known')
    return wait(status, pollMillis, `to see the job again for savepoint ${operation.id}`, stillFailing(round, env.now, operation))
  const job = ownJob(status, facts)
  if (job === undefined && !isTerminal(status.jobStatus.state)) return missed(round, operation)
  if (isOtherIncarnation(operation.incarnation, incarnationOf(observed))) return afterRestart(round, operation)
  if (isTerminal(status.jobStatus.state)) return endedUnseen(round, operation)
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
const missed = (round: Round, operation: SuspendOperation): JobDecision => {
  const { observed, env } = round
  const since = observed.status.operatorRecord.jobMissedSince
  const isLasting = since !== null && env.now - since >= absenceMillis
  return isLasting
      && (env.now > operation.giveUpAt || isOtherIncarnation(operation.incarnation, { ...incarnationOf(observed), jobStartTime: null }))
    ? afterRestart(round, operation)
    : wait(observed.status, pollMillis, 'the JobManager to list the job', stillFailing(round, env.now, operation))
}

/**
 * With HA the job went on from its last checkpoint: a new attempt. Without, it began anew from its old source while the savepoint may be
 * complete: a person decides.
 */
const afterRestart = (round: Round, operation: SuspendOperation): JobDecision => {
  const { desired, observed } = round
  if (hasHighAvailability(round)) return dropped(round, `the JobManager restarted during savepoint ${operation.id}: it is tried anew`)
  if (desired.diff.type === 'SAVEPOINT_REDEPLOY' || desired.wanted?.job.upgradeMode === 'stateless')
    return dropped(round, 'a person decided what to go on from')
  return isTerminal(observed.status.jobStatus.state)
    ? dropped(round, 'the JobManager restarted and the job ended')
    : untilAPersonDecides(
      round,
      `The JobManager restarted without high availability while the job was stopped with savepoint ${operation.id}; the savepoint may be complete, but its path is not known. Manual restore required.`,
    )
}

const hasHighAvailability = ({ desired: { deployed } }: Round): boolean =>
  deployed._tag === 'Deployed' && deployed.running.options.highAvailability !== 'none'

const untilAPersonDecides = ({ observed, env }: Round, message: string): JobDecision =>
  wait(
    observed.status,
    env.options.reconcileInterval,
    'a person: stateless upgrade mode, or a savepointRedeployNonce with the path of a savepoint or checkpoint',
    savepointProblem(`${message} ${whatAPersonCanDo}`),
  )

/** The job ended and the operation is forgotten: only a savepoint of this very stop, still there, is taken (L2). */
const endedUnseen = (round: Round, operation: SuspendOperation): JobDecision => {
  const { desired, observed: { facts, status }, env } = round
  if (status.jobStatus.state !== 'FINISHED' || desired.deployed._tag !== 'Deployed' || operation.jobId === null)
    return dropped(round, 'the job ended before it was stopped')
  const since = status.operatorRecord.terminalSince ?? env.now
  if (env.now < since + checkpointCacheMillis)
    return wait(status, since + checkpointCacheMillis - env.now, 'Flink to show the last savepoint')
  const missing = unanswered(facts, [{ _tag: 'GetCheckpoints', endpoint: desired.deployed.endpoint, jobId: operation.jobId }])
  if (missing.length > 0) return look(missing, 'is the savepoint of the stop listed?')
  if (facts.checkpoints?._tag === 'Unknown')
    return wait(status, pollMillis, 'to see whether the savepoint of the stop is listed', stillFailing(round, env.now, operation))
  const last = facts.checkpoints?._tag === 'Known' ? latestState(facts.checkpoints.value) : undefined
  return last !== undefined && last.isStop && last.externalPath !== null && last.triggerTimestamp >= operation.mintedAt
    ? finishSuspend(round, operation, { _tag: 'Path', path: last.externalPath })
    : dropped(round, 'the job ended and the path of its last savepoint is not known any more')
}

const cancelling = (round: Round, operation: SuspendOperation): JobDecision => {
  const { observed: { facts, status }, env } = round
  if (facts.jobs?._tag !== 'Known')
    return late(round, operation) ?? wait(status, pollMillis, 'REST, to see whether the job was cancelled')
  if (isAnotherRun(round, operation))
    return hasHighAvailability(round)
      ? dropped(round, 'the JobManager restarted while the job was being cancelled: how it is stopped is decided anew')
      : afterCancelRestart(round)
  const { terminalSince, lastState } = status.operatorRecord
  if (isTerminal(status.jobStatus.state)) {
    if (isDefinite(lastState)) return finishSuspend(round, operation, { _tag: 'Recorded' })
    return terminalSince !== null && env.now < terminalSince + checkpointCacheMillis
      ? wait(status, terminalSince + checkpointCacheMillis - env.now, 'Flink to show the last checkpoint of the cancelled job')
      : dropped(round, 'the job ended; its last state is read without the cancel')
  }
  const job = ownJob(status, facts)
  if (job === undefined) return notFound(round, operation)
  return job.state === 'CANCELLING'
    ? wait(status, pollMillis, 'the job to be cancelled')
    : act(status, 'the job is not cancelling: the cancel is sent again', {
      effects: requestOf(round, operation),
      after: pollMillis,
      waitingFor: 'the job to be cancelled',
    })
}

/**
 * A restarted JobManager runs the same job id again, from its old source or from HA metadata: what that run has, or has not, says nothing
 * of the one that was cancelled.
 */
const isAnotherRun = (round: Round, { incarnation }: SuspendOperation): boolean => {
  const job = ownJob(round.observed.status, round.observed.facts)
  return job !== undefined && incarnation !== null && incarnation.jobStartTime !== null && job.startTime !== incarnation.jobStartTime
}

const afterCancelRestart = (round: Round): JobDecision =>
  round.desired.diff.type === 'SAVEPOINT_REDEPLOY' || round.desired.wanted?.job.upgradeMode === 'stateless'
    ? dropped(round, 'a person decided what to go on from')
    : untilAPersonDecides(
      round,
      'The JobManager restarted without high availability while the job was being cancelled; its last checkpoint was kept, but its path is not known. Manual restore required.',
    )

/**
 * A JobManager that does not list the job for all that time does not have it: with HA, how it can be stopped is decided anew, by what is
 * left of it.
 */
const notFound = (round: Round, { giveUpAt }: SuspendOperation): JobDecision => {
  const { observed, env } = round
  if (env.now <= giveUpAt) return wait(observed.status, pollMillis, 'the JobManager to list the job')
  // without HA only a restart loses a job, and what was known of its last checkpoint with it
  if (!hasHighAvailability(round)) return afterCancelRestart(round)
  const unseen: Round = { ...round, observed: { ...observed, status: withJob(observed.status, { state: 'RECONCILING' }) } }
  return dropped(unseen, 'the job that was cancelled is not there', {
    ...savepointProblem(`Cannot find job when trying to cancel. ${whatAPersonCanDo}`),
    reason: 'CleanupFailed',
  }, env.options.reconcileInterval)
}

/** A stateless job is cancelled as far as it goes; then its cluster goes in any case. */
const cancellingStateless = (round: Round, operation: SuspendOperation): JobDecision => {
  const { desired: { deployed }, observed: { facts, status }, env } = round
  // it came to its end before the cancel did: it is not to run again (F05)
  if (operation.purpose === 'Rollback' && status.jobStatus.state === 'FINISHED')
    return dropped(round, 'the job came to its end before it was stopped for the rollback')
  if (isEndedByFlinkAlone(deployed) && operation.purpose !== 'Deletion') return endingByFlink(round, operation)
  const isOutOfSight = facts.jobs?._tag !== 'Known' && operation.purpose !== 'Rollback'
  const isOver = isOutOfSight || isTerminal(status.jobStatus.state) || (facts.jobs?._tag === 'Known' && ownJob(status, facts) === undefined)
    || env.now > operation.giveUpAt
  return isOver
    ? act(
      withStatus(status, { operation: { ...operation, step: 'TearDown' } }),
      'the job is not running any more: its cluster goes',
      isSeenEnded(round) ? { goesOn: 'Looking' } : {},
    )
    : wait(status, pollMillis, 'the job to be cancelled')
}

/** By Flink, in this round: what only time tells, or REST that does not answer, is written by itself (P14). */
const isSeenEnded = ({ observed: { facts, status } }: Round): boolean => facts.jobs?._tag === 'Known' && isTerminal(status.jobStatus.state)

/**
 * Its plan only Flink can take away, so its cluster goes only once Flink tells that the job has ended, or lists it no more for long (P02).
 */
const endingByFlink = (round: Round, operation: SuspendOperation): JobDecision => {
  const { observed: { facts, status }, env } = round
  if (isTerminal(status.jobStatus.state) || isMissedForGood(status, env.now))
    return act(withStatus(status, { operation: { ...operation, step: 'TearDown' } }), 'the job is not running any more: its cluster goes')
  const problem: Problem | null = env.now > operation.giveUpAt
    ? {
      owner: 'operation',
      type: 'ReconciliationException',
      message:
        'The job is cancelled, and it is not seen yet that it has ended. Its plan is in high-availability metadata that only Flink can take away: another job would run beside it',
      reason: 'CleanupFailed',
    } : null
  const job = ownJob(status, facts)
  if (job === undefined) return late(round, operation) ?? wait(status, pollMillis, 'to see that the job has ended', problem)
  return job.state === 'CANCELLING' || isTerminal(job.state) ? wait(status, pollMillis, 'the job to be cancelled', problem)
    : act(status, 'the job is not cancelling: the cancel is sent again', {
      effects: requestOf(round, operation),
      after: pollMillis,
      waitingFor: 'the job to be cancelled',
      problem,
    })
}

const tearDown = (round: Round, operation: SuspendOperation): JobDecision => {
  const { desired, observed: { facts, status }, env } = round
  const step = tearDownStep(desired, facts, env.options.resourceDeletionPropagation, afterwardsOf(round, operation))
  const cleanUp = step._tag === 'Do' ? untilCleanedUp(round) : 0
  if (cleanUp > 0) return wait(status, cleanUp, 'Flink to take the plan of the ended job away')
  const problem = env.now > operation.giveUpAt ? slowDeletion('The cluster', slowStep(step)) : null
  // nothing fails over where nothing ran: it needs no step of its own to stop
  if (
    step._tag === 'Do' && operation.mode === 'STATELESS' && step.effects.some(({ _tag }) => _tag === 'PatchObject') && neverStarted(round)
  ) return neverStartedGoes(round, problem)
  return drivenTearDown(env, step, {
    status,
    giveUpAt: operation.giveUpAt,
    why: 'is the cluster gone?',
    problem,
    whenGone: () => clusterGone(round, operation),
  })
}

const clusterGone = (round: Round, operation: SuspendOperation): JobDecision => {
  const { desired: { meta }, observed: { facts, status } } = round
  if (operation.mode === 'STATELESS') return goneStateless(round, operation)
  return haMetadataOf(facts.configMaps, meta.name, operation.jobId) === 'Unknown' && operation.mode === 'LAST_STATE'
    ? wait(status, pollMillis, 'to see HA metadata')
    : finishSuspend(round, operation, { _tag: 'HaMetadata' })
}

const neverStartedGoes = (round: Round, problem: Problem | null): JobDecision => {
  const { desired, observed: { facts, status } } = round
  const missing = unanswered(facts, [clusterQueries(desired).pods])
  return missing.length > 0 ? look(missing, 'did the JobManager ever start?')
    : act(status, 'the JobManager never started: its Deployment goes', { effects: deletion(round), after: pollMillis, problem })
}

/**
 * HA metadata of a job whose state is not kept goes with its cluster (control-flow.md, sections 4.12 and 5.7), also where the job is to
 * stay suspended.
 */
const goneStateless = (round: Round, operation: SuspendOperation): JobDecision => {
  const { desired: { meta }, observed: { facts, status } } = round
  const effect = facts.configMaps?._tag === 'Known' ? haDeletion(meta, haConfigMaps(facts.configMaps.value, meta.name, jobIdsOf(status)))
    : null
  if (effect === null || mayRunByHaMetadata(round))
    return operation.redeploy === null ? finishSuspend(round, operation, { _tag: 'None' }) : startRedeploy(round, operation.redeploy)
  return act(status, 'the job is gone: its HA metadata goes, so that the next one does not restore from it', { effects: [effect] })
}
