import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { orLook } from '../../../contract/query/ask.ts'
import { ownJob } from '../../../job/observe/observe-job.ts'
import { type Ended, ended, type StopHost } from '../../../job/stop/stop-host.ts'
import { dropped } from '../../../job/stop/finish-stop.ts'
import { requestOf, retentionQuery } from '../../../job/stop/begin-stop.ts'
import type { Query } from '../../../contract/query/query.ts'
import type { FlinkSessionJobStatus } from '../../../contract/resource/flink-session-job.ts'
import { isGoingOn, isTerminal } from '../../../contract/resource/job-status.ts'
import type { SuspendOperation } from '../../../contract/resource/operation.ts'
import { finalizerOf } from '../../../contract/resource/resource-type.ts'
import { act, look, pollMillis, type Problem, wait } from '../../../contract/round/decision.ts'
import { withJob, withLifecycle, withReconciliation } from '../../../contract/round/status-change.ts'
import { clusterChange, stopsLater } from '../cluster/cluster-goes.ts'
import { absenceOf } from '../observe/job-absence.ts'
import { sessionIncarnationQueries, type JobDecision, readyCluster, type ReadyCluster, type Round } from '../session-job-round.ts'
import type { SessionJob } from '../session-job-situation.ts'
import { jobEndsBy, stopLeaves } from '../../../contract/resource/suspend-mode.ts'
import { isStateless } from '../../../contract/resource/upgrade-mode.ts'

/** While its session cluster is being changed, no job is stopped with its state. */
const whileClusterChanges: StopHost<SessionJob>['instead'] = (round, { suspend, restoreMode }) => {
  const { observed: { status }, env } = round
  const isWithoutState = isStateless(restoreMode) || stopLeaves[suspend] === 'Nothing' || jobEndsBy[suspend] === 'NothingRuns'
  const change = isWithoutState ? null : clusterChange(round)
  return change === null ? null : wait(status, env.options.observerProgressCheckInterval, stopsLater(change))
}

/** A cancel takes some time; the status must not show STABLE and RUNNING meanwhile (section 2.6, P16). */
const cancellingStatus = (status: FlinkSessionJobStatus, isSeen: boolean): FlinkSessionJobStatus =>
  withReconciliation(isSeen ? withJob(status, { state: 'CANCELLING' }) : status, { state: 'UPGRADING' })

const incarnationQueries = (round: Round): readonly Query[] => {
  const cluster = readyCluster(round)
  return cluster === null ? [] : sessionIncarnationQueries(cluster.deployed)
}

/**
 * The savepoint is complete, but Flink may still be cancelling the tasks of the job. Nothing is started beside it (A08). If the job
 * continues to run after its savepoint, it is stopped again. Null: the job has ended.
 */
const stillEnding = (round: Round, operation: SuspendOperation): JobDecision | null => {
  const { observed: { facts, status }, env } = round
  const job = ownJob(status, facts)
  if (job === undefined || isTerminal(job.state)) return null
  return isGoingOn(job.state) && env.now > operation.giveUpAt
    ? dropped(round, 'the job continued to run after its savepoint: it is stopped again')
    : wait(status, pollMillis, `job ${job.jobId} to end, which is still ${job.state} after its savepoint`)
}

/** A stateless job is cancelled, and nothing else begins before the operator has observed its end (E-12). */
const cancelled = (round: Round, operation: SuspendOperation): JobDecision | Ended => {
  const { facts, status } = round.observed
  const cluster = readyCluster(round)
  return facts.jobs?._tag === 'Known' && cluster !== null ? cancelling(round, operation, cluster)
    : wait(status, pollMillis, 'Flink to list its jobs')
}

const cancelling = (round: Round, operation: SuspendOperation, cluster: ReadyCluster): JobDecision | Ended => {
  const { facts, status } = round.observed
  const job = ownJob(status, facts)
  if (isTerminal(job?.state ?? status.jobStatus.state)) return ended(operation, { _tag: 'None' })
  const waitFor = (what: string): JobDecision => wait(status, pollMillis, what, notEnded(round, operation))
  if (job !== undefined) return job.state === 'CANCELLING' ? waitFor('the job to be cancelled') : cancelAgain(round, operation)
  return pipe(
    absenceOf(round, cluster, operation.jobId),
    E.map(absence => (absence._tag === 'Gone' ? ended(operation, { _tag: 'None' }) : waitFor(absence.why))),
    orLook(queries => look(queries, 'does HA metadata hold the job?')),
  )
}

const cancelAgain = (round: Round, operation: SuspendOperation): JobDecision =>
  act(round.observed.status, 'the job is not cancelling: the cancel is sent again', {
    effects: requestOf(round, operation),
    after: pollMillis,
    waitingFor: 'the job to be cancelled',
    problem: notEnded(round, operation),
  })

const notEnded = ({ env }: Round, { giveUpAt }: SuspendOperation): Problem | null =>
  env.now <= giveUpAt ? null : {
    owner: 'operation',
    type: 'ReconciliationException',
    message: 'The job is being cancelled, but Flink has not reported its end yet: another job would run beside it',
    reason: 'CleanupFailed',
  }

/** Releases the resource: nothing of it is left, so the operator removes its finalizer. */
export const released = ({ desired: { meta } }: Pick<Round, 'desired'>, status: FlinkSessionJobStatus, reason: string): JobDecision =>
  act(status, reason, { effects: [{ _tag: 'RemoveFinalizer', finalizer: finalizerOf(meta) }], waitingFor: 'the resource to be gone' })

/** The stop callbacks of a job in a session cluster: the cluster stays, because other jobs use it. */
export const stopping: StopHost<SessionJob> = {
  instead: whileClusterChanges,
  isNeverStarted: () => false,
  queries: (round, mode) => [...incarnationQueries(round), ...(stopLeaves[mode] === 'LastCheckpoint' ? retentionQuery(round) : [])],
  firstStep: () => 'Requested',
  cancelling: cancellingStatus,
  incarnationQueries,
  isIncarnationSeen: ({ observed: { facts } }) => facts.jobManagerPods?._tag === 'Known',
  // while its cluster is gone, the job waits before any stop continues
  late: () => null,
  cancelled,
  tearingDown: () => null,
  stillEnding,
  clusterGone: status => status,
  nothingRuns: (_round, status) => status,
  deleting: (round, status) => released(round, withLifecycle(status, { operation: null }), 'the job is stopped'),
}
