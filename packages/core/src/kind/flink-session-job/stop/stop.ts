import type { EmitEvent } from '../../../action/emit-event.ts'
import { ownJob } from '../../../job/seen/observe-job.ts'
import { beginStop } from '../../../job/stop/begin-stop.ts'
import { continueStopBy } from '../../../job/stop/continue-stop.ts'
import type { Ender, SuspendedState } from '../../../job/stop/ender.ts'
import { finishStop, stopOf } from '../../../job/stop/finish-stop.ts'
import { dropped } from '../../../job/stop/stop-given-up.ts'
import { requestOf, retentionQuery } from '../../../job/stop/stop-request.ts'
import type { UpgradeAnswer } from '../../../job/upgrade/upgrade-answer.ts'
import type { FlinkSessionJobStatus } from '../../../resource/flink-session-job.ts'
import { isTerminal } from '../../../resource/job-state.ts'
import type { OperationPurpose, SuspendOperation } from '../../../resource/operation.ts'
import { finalizerOf } from '../../../resource/resource-type.ts'
import { act, look, pollMillis, type Problem, wait } from '../../../round/decision.ts'
import { withJob, withLifecycle, withReconciliation } from '../../../round/status-change.ts'
import { clusterChange, stopsLater } from '../cluster/cluster-change.ts'
import { events } from '../told/events.ts'
import { absenceOf } from '../seen/job-absence.ts'
import { lifeQueries } from '../queries.ts'
import { startRedeploy } from '../upgrade/redeploy.ts'
import { type JobDecision, readyCluster, type ReadyCluster, type Round } from '../round.ts'
import type { SubmittedSessionJob } from '../work.ts'

type Available = Extract<UpgradeAnswer, { _tag: 'Available' }>

/** Begins to stop the job; its cluster stays, for the others. Nothing runs any more: it is recorded as suspended. */
export const stop = (
  round: Round,
  submitted: SubmittedSessionJob,
  answer: Available,
  purpose: OperationPurpose,
  announce: readonly EmitEvent[],
): JobDecision => {
  if (answer.suspend === 'NOOP') {
    const done = finishSuspend(round, stopOf(round, purpose, answer), { _tag: 'Recorded' })
    return done._tag === 'Look' ? done : { ...done, events: [...announce, ...done.events], reason: answer.reason }
  }
  const cluster = readyCluster(round)
  const { observed: { status, facts }, env } = round
  const change = answer.restoreMode === 'stateless' || answer.suspend === 'STATELESS' ? null : clusterChange(round)
  if (change !== null) return wait(status, env.options.observerProgressCheckInterval, stopsLater(change))
  // nothing is asked of a job that was not seen in this round (P05)
  if (facts.jobs?._tag !== 'Known') return wait(status, env.options.observerProgressCheckInterval, 'Flink to tell of its jobs')
  const isSeen = ownJob(status, facts) !== undefined
  const begun = beginStop(round, submitted, answer, purpose, {
    isSeen,
    queries: [...(cluster === null ? [] : lifeQueries(cluster.deployed)), ...(answer.suspend === 'CANCEL' ? retentionQuery(round) : [])],
    step: 'Requested',
    tearDownPatience: 0,
    events: [...announce, events.suspended],
  })
  return begun._tag === 'Look' || begun.status.operation?.kind !== 'Suspend' || answer.suspend !== 'STATELESS' || purpose === 'Deletion'
    ? begun : { ...begun, status: cancellingStatus(begun.status, isSeen) }
}

/** A cancel takes its time: nobody reads STABLE and RUNNING meanwhile (section 2.6, P16). */
const cancellingStatus = (status: FlinkSessionJobStatus, isSeen: boolean): FlinkSessionJobStatus =>
  withReconciliation(isSeen ? withJob(status, { state: 'CANCELLING' }) : status, { state: 'UPGRADING' })

/** A stop that is under way goes on. */
export const continueStop = (round: Round, operation: SuspendOperation): JobDecision =>
  continueStopBy(round, operation, enderOf(round), () => cancellingStateless(round, operation))

const enderOf = (round: Round): Ender<FlinkSessionJobStatus> => {
  const cluster = readyCluster(round)
  return {
    incarnationQueries: cluster === null ? [] : lifeQueries(cluster.deployed),
    isIncarnationSeen: round.observed.facts.jobManagerPods?._tag === 'Known',
    // that its cluster is gone is waited out before any stop goes on
    late: () => null,
    finish: (operation, state) => finishSuspend(round, operation, state),
  }
}

/** A stateless job is cancelled, and nothing else is begun before it is seen to have ended (E-12). */
const cancellingStateless = (round: Round, operation: SuspendOperation): JobDecision => {
  const { facts, status } = round.observed
  const cluster = readyCluster(round)
  // it came to its end before the cancel did: it is not to run again (F05)
  if (operation.purpose === 'Rollback' && status.jobStatus.state === 'FINISHED')
    return dropped(round, 'the job came to its end before it was stopped for the rollback')
  return facts.jobs?._tag === 'Known' && cluster !== null ? cancelling(round, operation, cluster)
    : wait(status, pollMillis, 'Flink to tell of its jobs')
}

const cancelling = (round: Round, operation: SuspendOperation, cluster: ReadyCluster): JobDecision => {
  const { facts, status } = round.observed
  const job = ownJob(status, facts)
  const absence = job === undefined && !isTerminal(status.jobStatus.state) ? absenceOf(round, cluster, operation.jobId) : null
  const isEnded = absence === null ? isTerminal(job?.state ?? status.jobStatus.state) : absence._tag === 'Gone'
  if (isEnded)
    return operation.redeploy === null ? finishSuspend(round, operation, { _tag: 'None' }) : startRedeploy(round, operation.redeploy)
  if (absence?._tag === 'Look') return look(absence.queries, 'does HA metadata bring the job back?')
  return job === undefined || job.state === 'CANCELLING'
    ? wait(status, pollMillis, absence?._tag === 'Perhaps' ? absence.why : 'the job to be cancelled', notEnded(round, operation))
    : cancelAgain(round, operation)
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
    message: 'The job is cancelled, and it is not seen yet that it has ended: another one would run beside it',
    reason: 'CleanupFailed',
  }

const finishSuspend = (round: Round, operation: SuspendOperation, state: SuspendedState): JobDecision =>
  finishStop(round, operation, state, {
    clusterGone: status => status,
    nothingRuns: status => status,
    deleting: status => released(round, withLifecycle(status, { operation: null }), 'the job is stopped'),
  })

/** Nothing of the resource is left. */
export const released = ({ desired: { meta } }: Pick<Round, 'desired'>, status: FlinkSessionJobStatus, reason: string): JobDecision =>
  act(status, reason, { effects: [{ _tag: 'RemoveFinalizer', finalizer: finalizerOf(meta) }], waitingFor: 'the resource to be gone' })
