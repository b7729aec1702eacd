import type { JobOverview } from '../../../fact/flink-rest.ts'
import { newOperation, withOperation } from '../../../job/record/new-operation.ts'
import { effectiveState } from '../../../job/seen/observe-job.ts'
import { continueStopBy } from '../../../job/stop/continue-stop.ts'
import type { FlinkSessionJobStatus } from '../../../resource/flink-session-job.ts'
import type { SuspendOperation } from '../../../resource/operation.ts'
import { stopLeaves } from '../../../resource/suspend-mode.ts'
import { act, pollMillis, wait } from '../../../round/decision.ts'
import { withJob, withLifecycle, withRecord } from '../../../round/status-change.ts'
import { events } from '../told/session-job-events.ts'
import { clusterChange, stopsLater } from '../cluster/cluster-change.ts'
import type { JobDecision, ReadyCluster, Round } from '../session-job-round.ts'
import { sharedCluster } from '../shared-cluster.ts'
import { isLate, waitFor, waitingSince } from './deletion-wait.ts'

/** What was submitted says what is done; where that is not recorded any more, the spec does (A10). Null: neither can be read. */
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
      'the stop that is under way serves the deletion',
      {
        events: [events.cleanup],
      },
    )
  if (!isSavepointAsked) return cancelling(round, job, cluster, options === null)
  const change = clusterChange(round)
  if (change !== null && !isLate(round)) return waitFor(round, stopsLater(change))
  if (effectiveState(job) === 'RUNNING') return withSavepoint(round, job, cluster)
  return isLate(round) ? cancelling(round, job, cluster, true) : waitFor(round, 'the job to run, for the savepoint before its deletion')
}

const asStatusOf = (round: Round, { jobId, startTime }: JobOverview): Round => ({
  ...round,
  observed: { ...round.observed, status: withJob(round.observed.status, { jobId, startTime: String(startTime) }) },
})

const withSavepoint = (round: Round, job: JobOverview, { deployed: { endpoint } }: ReadyCluster): JobDecision => {
  const options = optionsOf(round)
  if (options === null) return waitFor(round, 'what was submitted to be read')
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
  return act(withOperation(taken.observed.status, operation), 'the resource is deleted: a savepoint is taken first', {
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
  const told = [events.cleanup, ...(isWithout ? [events.deletionWithoutSavepoint] : [])]
  const since = withRecord(withLifecycle(status, { operation: withoutSavepoint(status, job) }), { deletingSince: waitingSince(round) })
  return job.state === 'CANCELLING' ? { ...wait(since, pollMillis, 'the job to be cancelled'), events: told }
    : act(since, 'the resource is deleted: the job is cancelled', {
      effects: [{ _tag: 'CancelJob', endpoint, jobId: job.jobId, why: 'the resource is deleted' }],
      events: told,
      after: pollMillis,
      waitingFor: 'the job to be cancelled',
    })
}

/** A stop that was given up stays written down: asked for anew it would be a second one (docs/flink-rest-traps.md, 2). */
const withoutSavepoint = ({ operation }: FlinkSessionJobStatus, { jobId }: JobOverview): SuspendOperation | null =>
  operation?.kind === 'Suspend' && operation.purpose === 'Deletion' && operation.jobId === jobId ? { ...operation, mode: 'STATELESS' }
    : null

/** A savepoint that does not complete in time is done without (D-13, E-14). */
export const stopping = (round: Round, operation: SuspendOperation, job: JobOverview, cluster: ReadyCluster): JobDecision => {
  if (operation.purpose !== 'Deletion') return begin(round, job, cluster)
  if (stopLeaves[operation.mode] === 'Nothing') return cancelling(round, job, cluster)
  return round.env.now > operation.giveUpAt ? cancelling(round, job, cluster, true) : continueStopBy(sharedCluster, round, operation)
}
