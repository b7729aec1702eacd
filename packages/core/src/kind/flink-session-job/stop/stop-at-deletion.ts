import type { JobOverview } from '../../../contract/fact/flink-rest.ts'
import { newOperation, withOperation } from '../../../job/record/new-operation.ts'
import { effectiveState } from '../../../job/observe/observe-job.ts'
import { continueStopBy } from '../../../job/stop/continue-stop.ts'
import type { FlinkSessionJobStatus } from '../../../contract/resource/flink-session-job.ts'
import type { SuspendOperation } from '../../../contract/resource/operation.ts'
import { stopLeaves } from '../../../contract/resource/suspend-mode.ts'
import { act, pollMillis, wait } from '../../../contract/round/decision.ts'
import { withJob, withLifecycle, withRecord } from '../../../contract/round/status-change.ts'
import { events } from '../report/session-job-events.ts'
import { clusterChange, stopsLater } from '../cluster/cluster-change.ts'
import type { JobDecision, ReadyCluster, Round } from '../session-job-round.ts'
import { sharedCluster } from '../shared-cluster.ts'
import { isLate, waitFor, waitingSince } from './deletion-wait.ts'

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
