import type { FlinkSessionJobStatus } from '../../../contract/resource/flink-session-job.ts'
import type { EpochMillis } from '../../../contract/resource/time.ts'
import { wait, act, pollMillis } from '../../../contract/round/decision.ts'
import { withRecord, withJob, withLifecycle } from '../../../contract/round/status-change.ts'
import { events } from '../summarize-session-job.ts'
import type { JobDecision, Round, ReadyCluster } from '../session-job-round.ts'
import { released } from './stop.ts'
import type { JobOverview } from '../../../contract/fact/flink-rest.ts'
import { newOperation, withOperation } from '../../../job/record/new-operation.ts'
import { effectiveState } from '../../../job/observe/observe-job.ts'
import { continueStopBy } from '../../../job/stop/continue-stop.ts'
import type { SuspendOperation } from '../../../contract/resource/operation.ts'
import { stopLeaves } from '../../../contract/resource/suspend-mode.ts'
import { clusterChange, stopsLater } from '../cluster/cluster-goes.ts'
import { sharedCluster } from '../shared-cluster.ts'

/** The start of a wait of the deletion: by the clock of the operator, and not before this process began to observe (F15). */
export const waitingSince = (
  { observed: { status: { operatorRecord: { deletingSince } } }, env: { now, steadySince } }: Pick<Round, 'observed' | 'env'>,
): EpochMillis => Math.max(deletingSince ?? now, steadySince ?? 0)

export const isLate = (round: Round): boolean => round.env.now >= waitingSince(round) + round.env.options.resourceCleanupTimeout

export const waitFor = (round: Round, what: string): JobDecision => ({
  ...wait(
    withRecord(round.observed.status, { deletingSince: waitingSince(round) }),
    round.env.options.observerProgressCheckInterval,
    what,
  ),
  events: [events.cleanup],
})

const jobWords = ({ jobStatus: { jobId } }: FlinkSessionJobStatus): string => (jobId === null ? 'its job' : `job ${jobId}`)

export const leaving = (round: Round, why: string): JobDecision => {
  const { status } = round.observed
  const done = released(round, status, why)
  return done._tag === 'Look' ? done : {
    ...done,
    events: [
      events.leftBehind(
        `${why}: ${jobWords(status)} may still run in session cluster ${round.desired.clusterName ?? ''}, and has to be cancelled there`,
      ),
    ],
  }
}

/** True if the wait is too long and the user allows the deletion to continue although it is unknown whether the job runs. */
export const mayLeave = (round: Round): boolean =>
  isLate(round) && round.desired.deployed._tag === 'Deployed'
  && round.desired.deployed.running.options.sessionDeletionProceedWhenJobsUnknown

/**
 * The options that decide how to stop the job: those of the submitted spec, or of the current spec if the record is missing (A10). Null:
 * neither can be read.
 */
const optionsOf = ({ desired: { deployed, wanted } }: Round) =>
  deployed._tag === 'Deployed' ? deployed.running.options : wanted?.options ?? null

export const begin = (round: Round, job: JobOverview, cluster: ReadyCluster): JobDecision => {
  const { status } = round.observed
  const options = optionsOf(round)
  const isSavepointAsked = options?.jobSavepointOnDeletion === true
  // a second stop would destroy both savepoints (docs/flink-rest-traps.md, 2)
  if (
    isSavepointAsked && status.operation?.kind === 'Suspend' && stopLeaves[status.operation.mode] === 'Savepoint'
    && status.operation.jobId === job.jobId
  )
    return act(
      withLifecycle(status, { operation: { ...status.operation, purpose: 'Deletion' } }),
      'the stop in progress is used for the deletion',
      {
        events: [events.cleanup],
      },
    )
  if (!isSavepointAsked) return cancelling(round, job, cluster, options === null)
  const change = clusterChange(round)
  if (change !== null && !isLate(round)) return waitFor(round, stopsLater(change))
  if (effectiveState(job) === 'RUNNING') return withSavepoint(round, job, cluster)
  return isLate(round) ? cancelling(round, job, cluster, true)
    : waitFor(round, 'the job to run, so that it can take the savepoint before its deletion')
}

const asStatusOf = (round: Round, { jobId, startTime }: JobOverview): Round => ({
  ...round,
  observed: { ...round.observed, status: withJob(round.observed.status, { jobId, startTime: String(startTime) }) },
})

const withSavepoint = (round: Round, job: JobOverview, { deployed: { endpoint } }: ReadyCluster): JobDecision => {
  const options = optionsOf(round)
  if (options === null) return waitFor(round, 'the submitted spec to become readable')
  const taken = asStatusOf(round, job)
  const operation: SuspendOperation = {
    kind: 'Suspend',
    ...newOperation(taken, 'Deletion', options.checkpointingTimeout),
    mode: 'SAVEPOINT',
    restoreMode: 'savepoint',
    step: 'Requested',
    seenTerminalAt: null,
    redeploy: null,
  }
  const { savepointDirectory, savepointFormatType, jobDrainOnSavepointDeletion } = options
  return act(withOperation(taken.observed.status, operation), 'the resource is being deleted: a savepoint is taken first', {
    effects: [{
      _tag: 'StopWithSavepoint',
      endpoint,
      jobId: job.jobId,
      triggerId: operation.id,
      targetDirectory: savepointDirectory,
      formatType: savepointFormatType,
      drain: jobDrainOnSavepointDeletion,
    }],
    events: [events.cleanup],
    after: pollMillis,
    waitingFor: `savepoint ${operation.id}`,
  })
}

const cancelling = (round: Round, job: JobOverview, { deployed: { endpoint } }: ReadyCluster, isWithout = false): JobDecision => {
  const { status } = round.observed
  const reported = [events.cleanup, ...(isWithout ? [events.deletionWithoutSavepoint] : [])]
  const since = withRecord(withLifecycle(status, { operation: withoutSavepoint(status, job) }), { deletingSince: waitingSince(round) })
  return job.state === 'CANCELLING' ? { ...wait(since, pollMillis, 'the job to be cancelled'), events: reported }
    : act(since, 'the resource is being deleted: the job is cancelled', {
      effects: [{ _tag: 'CancelJob', endpoint, jobId: job.jobId, why: 'the resource is being deleted' }],
      events: reported,
      after: pollMillis,
      waitingFor: 'the job to be cancelled',
    })
}

/** An abandoned stop stays recorded: another stop with savepoint would be a second one (docs/flink-rest-traps.md, 2). */
const withoutSavepoint = ({ operation }: FlinkSessionJobStatus, { jobId }: JobOverview): SuspendOperation | null =>
  operation?.kind === 'Suspend' && operation.purpose === 'Deletion' && operation.jobId === jobId ? { ...operation, mode: 'STATELESS' }
    : null

/** If the savepoint does not complete in time, the job is cancelled without it (D-13, E-14). */
export const stopping = (round: Round, operation: SuspendOperation, job: JobOverview, cluster: ReadyCluster): JobDecision => {
  if (operation.purpose !== 'Deletion') return begin(round, job, cluster)
  if (stopLeaves[operation.mode] === 'Nothing') return cancelling(round, job, cluster)
  return round.env.now > operation.giveUpAt ? cancelling(round, job, cluster, true) : continueStopBy(sharedCluster, round, operation)
}
