import { isTerminal, type JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import { isDefinite } from '../../contract/resource/last-state.ts'
import type { SuspendOperation } from '../../contract/resource/operation.ts'
import { isStateless } from '../../contract/resource/upgrade-mode.ts'
import { whatAPersonCanDo } from '../upgrade/upgrade-answer.ts'
import { requestOf } from './begin-stop.ts'
import { act, type Decision, pollMillis, wait } from '../../contract/round/decision.ts'
import { checkpointCacheMillis } from '../observe/observe-last-state.ts'
import { ownJob } from '../observe/observe-job.ts'
import type { JobHost } from '../job-host.ts'
import type { JobRound } from '../job-round.ts'
import type { JobTypes, RoundOf } from '../job-situation.ts'
import { withJob } from '../../contract/round/status-change.ts'
import { dropped, hasHighAvailability, savepointProblem, requireManualAction, finishStop } from './finish-stop.ts'
import { ended } from './stop-host.ts'

/** Continues a cancel that relies on the last checkpoint. */
export const cancellingWithState = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  operation: SuspendOperation,
): Decision<Job['status']> => {
  const { observed: { facts, status }, env } = round
  if (facts.jobs?._tag !== 'Known')
    return host.stopping.late(round, operation) ?? wait(status, pollMillis, 'Flink to report whether the job was cancelled')
  if (isAnotherRun(round, operation))
    return hasHighAvailability(round)
      ? dropped(round, 'the JobManager restarted while the job was being cancelled: the operator decides again how to stop it')
      : afterCancelRestart(round)
  const { terminalSince, lastState } = status.operatorRecord
  if (isTerminal(status.jobStatus.state)) {
    if (isDefinite(lastState)) return finishStop(host, round, ended(operation, { _tag: 'Recorded' }))
    return terminalSince !== null && env.now < terminalSince + checkpointCacheMillis
      ? wait(status, terminalSince + checkpointCacheMillis - env.now, 'Flink to show the last checkpoint of the cancelled job')
      : dropped(round, 'the job ended; its last state is read without the cancel operation')
  }
  const job = ownJob(status, facts)
  if (job === undefined) return notFound(round, operation)
  return job.state === 'CANCELLING'
    ? wait(status, pollMillis, 'the job to be cancelled')
    : act(status, 'the job is not being cancelled: the operator sends the cancel again', {
      effects: requestOf(round, operation),
      after: pollMillis,
      waitingFor: 'the job to be cancelled',
    })
}

/**
 * True if Flink lists another run of the job. A restarted JobManager runs the same job id again, from its old source or from HA metadata.
 * That run's state says nothing about the run that was cancelled.
 */
const isAnotherRun = (round: JobRound, { incarnation }: SuspendOperation): boolean => {
  const job = ownJob(round.observed.status, round.observed.facts)
  return job !== undefined && incarnation !== null && incarnation.jobStartTime !== null && job.startTime !== incarnation.jobStartTime
}

const afterCancelRestart = <Status extends JobLifecycleStatus>(round: JobRound<Status>): Decision<Status> =>
  round.desired.diff.type === 'SAVEPOINT_REDEPLOY' || isStateless(round.desired.wanted?.job.upgradeMode)
    ? dropped(round, 'the user decided what the job is restored from')
    : requireManualAction(
      round,
      'The JobManager restarted without high availability while the job was being cancelled; its last checkpoint was kept, but its path is unknown. Manual restore required.',
    )

/**
 * A JobManager that does not list the job until the deadline does not have it. With HA, the operator decides again how to stop it, from
 * what it observes then.
 */
const notFound = <Status extends JobLifecycleStatus>(round: JobRound<Status>, { giveUpAt }: SuspendOperation): Decision<Status> => {
  const { observed, env } = round
  if (env.now <= giveUpAt) return wait(observed.status, pollMillis, 'the JobManager to list the job')
  // without HA only a JobManager restart loses a job, together with the path of its last checkpoint
  if (!hasHighAvailability(round)) return afterCancelRestart(round)
  const unseen = { ...round, observed: { ...observed, status: withJob(observed.status, { state: 'RECONCILING' }) } }
  return dropped(unseen, 'Flink does not list the job that was cancelled', {
    ...savepointProblem(`Cannot find job when trying to cancel. ${whatAPersonCanDo}`),
    reason: 'CleanupFailed',
  }, env.options.reconcileInterval)
}
