import type { Deployed } from '../../cluster/deployed-spec.ts'
import { isTerminal } from '../../contract/resource/job-status.ts'
import { stopLeaves } from '../../contract/resource/suspend-mode.ts'
import type { EmitEvent } from '../../contract/action/emit-event.ts'
import { beginDeletion, untilLateRequestsArrived, untilOthersLetGo, waitingSince } from '../../cluster/tear-down/deletion.ts'
import { isJsonObject } from '../../crd/is-json-object.ts'
import type { SuspendOperation, UnreadableOperation } from '../../contract/resource/operation.ts'
import { continueDeploy } from './application/deploy/begin-application-deploy.ts'
import { beginStop } from '../../job/stop/begin-stop.ts'
import { continueStopBy } from '../../job/stop/continue-stop.ts'
import { act, look, wait } from '../../contract/round/decision.ts'
import { onceSeen } from '../../contract/query/ask.ts'
import { events } from './application/report/application-events.ts'
import { newOperation, withOperation } from '../../job/record/new-operation.ts'
import { ownJob } from '../../job/observe/observe-job.ts'
import type { JobDecision, Round } from './application/application-round.ts'
import { withRecord, withStatus } from '../../contract/round/status-change.ts'
import { continueTearDown } from './application/stop/continue-application-tear-down.ts'
import { ownCluster } from './own-cluster.ts'

/**
 * The user deletes the resource (control-flow.md, section 2.5). The operator first stops the job, with a savepoint if the options ask for
 * one. It then deletes the cluster and the HA metadata, and removes the finalizer last. The wait is bounded: when no savepoint completes by
 * `giveUpAt`, the operator emits an event and deletes without it (D-13, B86).
 */
export const decideDeletion = (round: Round): JobDecision => {
  const { operation } = round.observed.status
  const released = untilOthersLetGo(round)
  if (released !== null) return released
  if (operation?.kind === 'TearDown' && operation.purpose === 'Deletion') return continueTearDown(round, operation)
  if (operation?.kind === 'Suspend' && operation.purpose === 'Deletion') return stopping(round)
  if (operation?.kind === 'Unreadable') return afterUnreadable(round, operation)
  // a create request that was sent may still take effect, and no object may outlive the resource
  if (operation?.kind === 'Deploy' && operation.step !== 'TearDown') return continueDeploy(round, operation)
  return begin(round)
}

const tearDown = (round: Round, reason: string, announce: readonly EmitEvent[] = []): JobDecision =>
  beginDeletion(
    withOperation(round.observed.status, {
      kind: 'TearDown',
      ...newOperation(round, 'Deletion', round.env.options.resourceCleanupTimeout),
      deleteHaMetadata: true,
    }),
    reason,
    announce,
  )

/**
 * The operation in the status cannot be read (F14). Whatever it is, it ends with the resource. A create request that it sent may still take
 * effect, and a stop that it sent may still produce the savepoint that the user asked for. The operator gives both their time, sends no
 * second stop, and then deletes the cluster.
 */
const afterUnreadable = (round: Round, { json }: UnreadableOperation): JobDecision => {
  const { desired: { deployed }, observed: { status } } = round
  const kind = isJsonObject(json) ? json['kind'] : null
  const late = kind === 'Suspend' || kind === 'TearDown' ? null : untilLateRequestsArrived(round)
  if (late !== null) return late
  const isAsked = deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'running'
    && deployed.running.options.jobSavepointOnDeletion && !isTerminal(status.jobStatus.state)
  return withoutSavepoint(round, isAsked)
}

const stopUnderWay = ({ operation }: Round['observed']['status']): SuspendOperation | null =>
  operation?.kind === 'Suspend' && stopLeaves[operation.mode] === 'Savepoint' && operation.step === 'Requested' ? operation : null

/**
 * The round does not observe a resource that is being deleted in any other place: this detects a JobManager that comes up or is READY
 * again.
 */
const mayAnswer = ({ observed: { status, facts: { deployment } } }: Pick<Round, 'observed'>): boolean =>
  status.jobManagerDeploymentStatus === 'READY' || (deployment?._tag === 'Known' && deployment.value.availableReplicas > 0)

const begin = (round: Round): JobDecision => {
  const { desired: { deployed }, observed: { status } } = round
  if (deployed._tag !== 'Deployed' || deployed.reconciled.job.state === 'suspended')
    return tearDown(round, 'the resource is being deleted and no job runs')
  const stop = stopUnderWay(status)
  // a second stop would destroy both savepoints (docs/flink-rest-traps.md, 2)
  if (deployed.running.options.jobSavepointOnDeletion && stop !== null)
    return act(withStatus(status, { operation: { ...stop, purpose: 'Deletion' } }), 'the stop in progress is used for the deletion', {
      events: [events.cleanup],
    })
  if (isTerminal(status.jobStatus.state)) return tearDown(round, 'the resource is being deleted and no job runs')
  return stopFirst(round, deployed)
}

/** Stops a job that Flink lists before its cluster is deleted: with a savepoint if the options ask for one, else by a cancel. */
const stopFirst = (round: Round, deployed: Deployed): JobDecision => {
  return onceSeen(
    round.observed.facts,
    mayAnswer(round) ? [{ _tag: 'GetJobsOverview', endpoint: deployed.endpoint }] : [],
    queries => look(queries, 'does a job run that has to be stopped first?'),
    () => stopListed(round, deployed),
  )
}

const stopListed = (round: Round, deployed: Deployed): JobDecision => {
  const { observed: { status, facts } } = round
  const isSavepointAsked = deployed.running.options.jobSavepointOnDeletion
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
        row: 'deployment-deletion/savepoint',
        reason: 'the resource is being deleted: a savepoint is taken first',
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
        row: 'deployment-deletion/cancel',
        reason: 'the resource is being deleted: the job is cancelled first',
      },
      'Deletion',
      [events.cleanup],
    )
    : withoutSavepoint(round, isSavepointAsked)
}

/**
 * The options ask for a savepoint and the job cannot take one now. The operator waits a while for the job to recover, then deletes without
 * a savepoint.
 */
const withoutSavepoint = (round: Round, isAsked: boolean): JobDecision => {
  const { observed: { status }, env } = round
  const since = waitingSince(round)
  const giveUpAt = since + env.options.resourceCleanupTimeout
  if (!isAsked) return tearDown(round, 'the resource is being deleted')
  if (env.now < giveUpAt)
    return wait(
      withRecord(status, { deletingSince: since }),
      env.options.observerProgressCheckInterval,
      'the job to run, so that it can take the savepoint before its deletion',
    )
  return tearDown(round, 'no savepoint could be taken in time', [events.deletionWithoutSavepoint])
}

const stopping = (round: Round): JobDecision => {
  const { observed: { status }, env } = round
  const { operation } = status
  if (operation?.kind !== 'Suspend') return begin(round)
  return stopLeaves[operation.mode] === 'Savepoint' && env.now > operation.giveUpAt
    ? tearDown(round, 'the savepoint did not complete in time', [events.deletionWithoutSavepoint])
    : continueStopBy(ownCluster, round, operation)
}
