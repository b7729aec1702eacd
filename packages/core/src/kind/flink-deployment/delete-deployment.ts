import type { Deployed } from '../../cluster/deployed-spec.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { stopLeaves } from '../../resource/suspend-mode.ts'
import type { EpochMillis } from '../../resource/time.ts'
import { isJsonObject } from '../../codec/is-json-object.ts'
import type { SuspendOperation, UnreadableOperation } from '../../resource/operation.ts'
import { lateArrivalLimit } from '../../resource/operation.ts'
import { continueDeploy } from '../../application/deploy/continue-application-deploy.ts'
import { beginStop } from '../../job/stop/begin-stop.ts'
import { continueStopBy } from '../../job/stop/continue-stop.ts'
import { act, look, wait } from '../../round/decision.ts'
import { unanswered } from '../../query/unanswered.ts'
import { events } from '../../application/told/application-events.ts'
import { finalizerOf } from '../../resource/resource-type.ts'
import { newOperation, withOperation } from '../../job/record/new-operation.ts'
import { ownJob } from '../../job/seen/observe-job.ts'
import type { JobDecision, Round } from '../../application/application-round.ts'
import { withRecord, withStatus } from '../../round/status-change.ts'
import { continueTearDown } from '../../application/stop/continue-tear-down.ts'
import { ownCluster } from './own-cluster.ts'

/**
 * The resource is being deleted (control-flow.md, section 2.5): the job is stopped as far as it goes, or with a savepoint if that is asked
 * for, then cluster, HA metadata and at last the finalizer go. Bounded: a savepoint that can't be had by `giveUpAt` is told and done
 * without (D-13, B86).
 */
export const decideDeletion = (round: Round): JobDecision => {
  const { desired: { meta }, observed: { status } } = round
  const { operation } = status
  if (!meta.finalizers.includes(finalizerOf(meta)))
    return wait(status, round.env.options.reconcileInterval, 'others to let go of the resource')
  if (operation?.kind === 'TearDown' && operation.purpose === 'Deletion') return continueTearDown(round, operation)
  if (operation?.kind === 'Suspend' && operation.purpose === 'Deletion') return stopping(round)
  if (operation?.kind === 'Unreadable') return afterUnreadable(round, operation)
  // a create that was sent may still arrive; nothing of it may outlive the resource
  if (operation?.kind === 'Deploy' && operation.step !== 'TearDown') return continueDeploy(round, operation)
  return begin(round)
}

const tearDown = (round: Round, reason: string): JobDecision => {
  const operation = {
    kind: 'TearDown',
    ...newOperation(round, 'Deletion', round.env.options.resourceCleanupTimeout),
    deleteHaMetadata: true,
  } as const
  const status = withStatus(withOperation(round.observed.status, operation), { lifecycleState: 'DELETING' })
  return act(status, reason, { events: [events.cleanup] })
}

/**
 * What is under way can't be read (F14). Whatever it is, it ends with the resource; the record goes only now. A create that it sent may
 * still arrive, and a stop that it sent may still bring the savepoint that is asked for: both are given their time, no second stop is sent,
 * then the cluster goes.
 */
const afterUnreadable = (round: Round, { json }: UnreadableOperation): JobDecision => {
  const { desired: { deployed }, observed: { status }, env } = round
  const kind = isJsonObject(json) ? json['kind'] : null
  const since = waitingSince(round)
  const arrived = since + lateArrivalLimit
  if (kind !== 'Suspend' && kind !== 'TearDown' && env.now < arrived)
    return wait(
      withRecord(status, { deletingSince: since }),
      Math.min(arrived - env.now, 10_000),
      "what the operation that can't be read may have sent, which may still arrive",
    )
  const isAsked = deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'running'
    && deployed.running.options.jobSavepointOnDeletion && !isTerminal(status.jobStatus.state)
  return withoutSavepoint(round, isAsked)
}

const stopUnderWay = ({ operation }: Round['observed']['status']): SuspendOperation | null =>
  operation?.kind === 'Suspend' && stopLeaves[operation.mode] === 'Savepoint' && operation.step === 'Requested' ? operation : null

/** Nothing else observes while the resource is deleted: a JobManager that comes up, or is READY again, is seen here. */
const mayAnswer = ({ observed: { status, facts: { deployment } } }: Pick<Round, 'observed'>): boolean =>
  status.jobManagerDeploymentStatus === 'READY' || (deployment?._tag === 'Known' && deployment.value.availableReplicas > 0)

const begin = (round: Round): JobDecision => {
  const { desired: { deployed }, observed: { status } } = round
  if (deployed._tag !== 'Deployed' || deployed.reconciled.job.state === 'suspended')
    return tearDown(round, 'the resource is deleted and no job runs')
  const stop = stopUnderWay(status)
  // a second stop would destroy both savepoints (docs/flink-rest-traps.md, 2)
  if (deployed.running.options.jobSavepointOnDeletion && stop !== null)
    return act(withStatus(status, { operation: { ...stop, purpose: 'Deletion' } }), 'the stop that is under way serves the deletion', {
      events: [events.cleanup],
    })
  if (isTerminal(status.jobStatus.state)) return tearDown(round, 'the resource is deleted and no job runs')
  return stopFirst(round, deployed)
}

/** A job that is seen is stopped before its cluster goes: with a savepoint if that is asked for, else cancelled. */
const stopFirst = (round: Round, deployed: Deployed): JobDecision => {
  const { observed: { status, facts } } = round
  const isSavepointAsked = deployed.running.options.jobSavepointOnDeletion
  const missing = unanswered(facts, mayAnswer(round) ? [{ _tag: 'GetJobsOverview', endpoint: deployed.endpoint }] : [])
  if (missing.length > 0) return look(missing, 'does a job run that is to be stopped?')
  const isSeen = ownJob(status, facts) !== undefined && status.jobStatus.state !== 'RECONCILING'
  if (isSavepointAsked && isSeen && status.jobStatus.state === 'RUNNING')
    return beginStop(
      ownCluster,
      round,
      deployed,
      {
        _tag: 'Available',
        suspend: 'SAVEPOINT',
        restoreMode: 'savepoint',
        neverStarted: false,
        row: 'X1',
        reason: 'the resource is deleted: a savepoint is taken first',
      },
      'Deletion',
      [events.cleanup],
    )
  return isSeen && !isSavepointAsked
    ? beginStop(
      ownCluster,
      round,
      deployed,
      {
        _tag: 'Available',
        suspend: 'STATELESS',
        restoreMode: 'stateless',
        neverStarted: false,
        row: 'X2',
        reason: 'the resource is deleted: the job is cancelled first',
      },
      'Deletion',
      [events.cleanup],
    )
    : withoutSavepoint(round, isSavepointAsked)
}

/**
 * From when the wait for a savepoint counts: by an operator's clock, and not from before this process looked. The API server's moment of
 * the deletion may be of another clock (F15).
 */
const waitingSince = (
  { observed: { status: { operatorRecord: { deletingSince } } }, env: { now, steadySince } }: Pick<Round, 'observed' | 'env'>,
): EpochMillis => Math.max(deletingSince ?? now, steadySince ?? 0)

/** A savepoint is asked for and the job can't take one now: for a while it may come back, then it goes without. */
const withoutSavepoint = (round: Round, isAsked: boolean): JobDecision => {
  const { observed: { status }, env } = round
  const since = waitingSince(round)
  const giveUpAt = since + env.options.resourceCleanupTimeout
  if (!isAsked) return tearDown(round, 'the resource is deleted')
  if (env.now < giveUpAt)
    return wait(
      withRecord(status, { deletingSince: since }),
      env.options.observerProgressCheckInterval,
      'the job to run, for the savepoint before its deletion',
    )
  const given = tearDown(round, 'no savepoint could be taken in time')
  return given._tag === 'Look' ? given : { ...given, events: [events.deletionWithoutSavepoint, ...given.events] }
}

const stopping = (round: Round): JobDecision => {
  const { observed: { status }, env } = round
  const { operation } = status
  if (operation?.kind !== 'Suspend') return begin(round)
  if (stopLeaves[operation.mode] === 'Savepoint' && env.now > operation.giveUpAt) {
    const given = tearDown(round, 'the savepoint did not complete in time')
    return given._tag === 'Look' ? given : { ...given, events: [events.deletionWithoutSavepoint, ...given.events] }
  }
  return continueStopBy(ownCluster, round, operation)
}
