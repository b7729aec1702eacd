import { isTerminal } from '../../resource/job-state.ts'
import { isDefinite } from '../../resource/last-state.ts'
import type { SuspendOperation } from '../../resource/operation.ts'
import { isStateless } from '../../resource/upgrade-mode.ts'
import { whatAPersonCanDo } from '../upgrade/upgrade-answer.ts'
import { requestOf } from './stop-request.ts'
import { act, type Decision, pollMillis, wait } from '../../round/decision.ts'
import { checkpointCacheMillis } from '../seen/observe-last-state.ts'
import { ownJob } from '../seen/observe-job.ts'
import type { JobHost } from '../job-host.ts'
import type { JobRound } from '../job-round.ts'
import type { JobTypes, RoundOf } from '../job-situation.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { withJob } from '../../round/status-change.ts'
import { dropped, hasHighAvailability, savepointProblem, requireManualAction } from './stop-given-up.ts'
import { finishStop } from './finish-stop.ts'
import { ended } from './stop-host.ts'

/** A cancel that counts on the last checkpoint: what came of it. */
export const cancellingWithState = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  operation: SuspendOperation,
): Decision<Job['status']> => {
  const { observed: { facts, status }, env } = round
  if (facts.jobs?._tag !== 'Known')
    return host.stopping.late(round, operation) ?? wait(status, pollMillis, 'REST, to see whether the job was cancelled')
  if (isAnotherRun(round, operation))
    return hasHighAvailability(round)
      ? dropped(round, 'the JobManager restarted while the job was being cancelled: how it is stopped is decided anew')
      : afterCancelRestart(round)
  const { terminalSince, lastState } = status.operatorRecord
  if (isTerminal(status.jobStatus.state)) {
    if (isDefinite(lastState)) return finishStop(host, round, ended(operation, { _tag: 'Recorded' }))
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
const isAnotherRun = (round: JobRound, { incarnation }: SuspendOperation): boolean => {
  const job = ownJob(round.observed.status, round.observed.facts)
  return job !== undefined && incarnation !== null && incarnation.jobStartTime !== null && job.startTime !== incarnation.jobStartTime
}

const afterCancelRestart = <Status extends JobLifecycleStatus>(round: JobRound<Status>): Decision<Status> =>
  round.desired.diff.type === 'SAVEPOINT_REDEPLOY' || isStateless(round.desired.wanted?.job.upgradeMode)
    ? dropped(round, 'a person decided what to go on from')
    : requireManualAction(
      round,
      'The JobManager restarted without high availability while the job was being cancelled; its last checkpoint was kept, but its path is not known. Manual restore required.',
    )

/**
 * A JobManager that does not list the job for all that time does not have it: with HA, how it can be stopped is decided anew, by what is
 * left of it.
 */
const notFound = <Status extends JobLifecycleStatus>(round: JobRound<Status>, { giveUpAt }: SuspendOperation): Decision<Status> => {
  const { observed, env } = round
  if (env.now <= giveUpAt) return wait(observed.status, pollMillis, 'the JobManager to list the job')
  // without HA only a restart loses a job, and what was known of its last checkpoint with it
  if (!hasHighAvailability(round)) return afterCancelRestart(round)
  const unseen = { ...round, observed: { ...observed, status: withJob(observed.status, { state: 'RECONCILING' }) } }
  return dropped(unseen, 'the job that was cancelled is not there', {
    ...savepointProblem(`Cannot find job when trying to cancel. ${whatAPersonCanDo}`),
    reason: 'CleanupFailed',
  }, env.options.reconcileInterval)
}
