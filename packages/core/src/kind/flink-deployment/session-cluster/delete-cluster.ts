import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { EmitEvent } from '../../../contract/action/emit-event.ts'
import { continueDeploy } from '../../../cluster/deploy/continue-deploy.ts'
import { haConfigMap } from '../../../cluster/high-availability/ha-config-maps.ts'
import { clusterQueries } from '../../../cluster/observe/cluster-queries.ts'
import { isScaledAway, scaledAway } from '../../../cluster/observe/scaled-away.ts'
import { continueTearDown as tearDownCluster } from '../../../cluster/tear-down/continue-tear-down.ts'
import { beginDeletion, untilLateRequestsArrived, untilOthersLetGo, waitingSince } from '../../../cluster/tear-down/deletion.ts'
import { clusterEvents, unknownAttemptProblem } from '../../../cluster/report/cluster-problem.ts'
import { nothingMissing, orLook, onceSeen } from '../../../contract/query/ask.ts'
import type { DeployedCluster } from '../../../cluster/deployed-spec.ts'
import { attemptAnnotation } from '../../../contract/resource/annotations.ts'
import type { DeployOperation, TearDownOperation } from '../../../contract/resource/operation.ts'
import { act, look, type Problem, wait, event } from '../../../contract/round/decision.ts'
import { withRecord, withStatus } from '../../../contract/round/status-change.ts'
import { withOperation } from '../../../job/record/new-operation.ts'
import { beginDeploy, newTearDown, deployHooks } from './session-deploy-hooks.ts'
import { type DeletionHold, deletionHold } from './deletion-hold.ts'
import { isNothingUp } from './jobs-at-stake.ts'
import { lostSituation } from './lost-session-cluster.ts'
import { deleteSessionClusterFromZooKeeper, leftInZooKeeper } from './delete-session-cluster-from-zookeeper.ts'
import { allSeen, unrecordedSeen } from './observe-session-cluster.ts'
import type { SessionDecision, SessionRound } from './session-cluster-round.ts'
import { sessionJobsOf, statefulSessionJobs, unseenSessionJobs } from './session-jobs.ts'

/**
 * The user deletes the resource (section 1.3 of the reference's rules for session clusters). The operator waits until the session jobs are
 * deleted and the unmanaged jobs have ended. It then deletes the cluster and the HA metadata, and removes the finalizer last. A cluster of
 * which no object exists has no jobs (E-4, B83).
 */
export const decideDeletion = (round: SessionRound): SessionDecision => {
  const { desired: { deployed }, observed: { status: { operation } } } = round
  const released = untilOthersLetGo(round)
  if (released !== null) return released
  if (operation?.kind === 'TearDown' && operation.purpose === 'Deletion') return continueTearDown(round, operation)
  const late = operation?.kind === 'Unreadable' ? untilLateRequestsArrived(round) : null
  if (late !== null) return late
  return deployed._tag === 'Never' && operation === null ? neverDeployed(round) : held(round)
}

/**
 * A missing record does not prove that there was no cluster. Nothing is lost only if no JobManager is up, and no stateful FlinkSessionJob
 * may have run in the cluster: high availability may keep its state (A11, P01).
 */
const neverDeployed = (round: SessionRound): SessionDecision => {
  const { desired, desired: { meta: { namespace, name } }, observed: { facts } } = round
  const { deployment, podsWithEvents } = clusterQueries(desired)
  return onceSeen(
    facts,
    [deployment, podsWithEvents, { _tag: 'ListFlinkSessionJobs', namespace, deploymentName: name }],
    queries => look(queries, 'does a cluster exist that the status does not record?'),
    () => withoutRecord(round),
  )
}

const withoutRecord = (round: SessionRound): SessionDecision => {
  const { desired: { wanted }, observed: { facts } } = round
  const isAllowed = wanted?.options.sessionDeletionBlockOnSessionJobs === false
  if (!isNothingUp(round) || unseenSessionJobs(facts) !== null || isAllowed) return held(round)
  const stateful = statefulSessionJobs(sessionJobsOf(facts)).map(it => it.meta.name).sort()
  return stateful.length > 0 ? keptForJobs(round, stateful)
    : tearDown(round, 'the resource is being deleted and was never deployed', [])
}

/** No JobManager can stop these jobs, and the status records no cluster to deploy for that. */
const keptForJobs = ({ observed: { status }, env }: SessionRound, names: readonly string[]): SessionDecision =>
  wait(
    withRecord(status, { deletingSince: null }),
    env.options.reconcileInterval,
    'a user to decide about the state of its session jobs',
    problemOf(
      `The status records no deployed cluster, but session jobs ran in one (${
        names.join(', ')
      }), and high availability may keep their state. `
        + 'Put the status back; or, if their state may be lost, set kubernetes.operator.session.deletion.block-on-session-jobs: false',
    ),
  )

/** The problem is also emitted as an event, once for each text. */
const problemOf = (message: string): Problem => ({
  owner: 'operation',
  type: 'ReconciliationException',
  reason: 'CleanupFailed',
  message,
})

const failed = (message: string): EmitEvent => event('Warning', 'Operator', 'CleanupFailed', message, null, 'Once')

const held = (round: SessionRound): SessionDecision =>
  pipe(
    deletionHold(round),
    E.match(queries => look(queries, 'does the cluster that is being deleted still have jobs?'), hold => byHold(round, hold)),
  )

const byHold = (round: SessionRound, hold: DeletionHold): SessionDecision => {
  const { observed: { status }, env } = round
  const { operation } = status
  switch (hold._tag) {
    case 'No':
      // a create request that was sent may still take effect, and no object may outlive the resource
      return operation?.kind === 'Deploy' && operation.step !== 'TearDown'
        ? continueDeploy(round, operation, deployHooks(round, operation, true))
        : tearDown(round, `the resource is being deleted: ${hold.reason}`, [])
    case 'Jobs':
      // only a JobManager that starts can end the jobs: what lets it start comes first (W62)
      return keptUp(round)
        ?? wait(
          withRecord(status, { deletingSince: null }),
          env.options.reconcileInterval,
          hold.waitingFor,
          (isScaledAway(round) ? scaledAway(round) : unknownAttemptProblem(round, status)) ?? problemOf(hold.message),
        )
    case 'Unknown':
      // nothing is created for session jobs that nobody has listed (P14)
      return (unseenSessionJobs(round.observed.facts) === null ? keptUp(round) : null) ?? unknownJobs(round, hold.waitingFor)
  }
}

/**
 * Keeps the cluster running while its deletion waits for its jobs: only a JobManager can stop a session job. Otherwise the deletion of the
 * session job would wait for the cluster, and that of the cluster for the session job (B81). The operator finishes a deploy in progress and
 * recovers a lost JobManager, but carries out no edit. Null: there is nothing to do.
 */
const keptUp = (round: SessionRound): SessionDecision | null => {
  const { desired: { deployed }, observed: { status } } = round
  const { operation } = status
  if (operation?.kind === 'Deploy')
    return isAttemptForgotten(round, operation)
      ? act(
        withStatus(status, { operation: null }),
        'the record of the attempt was removed, and its Deployment exists: the attempt is over',
      )
      : continueDeploy(round, operation, deployHooks(round, operation))
  const running = deployed._tag === 'Deployed' && operation === null ? deployed : null
  return pipe(
    unrecordedSeen(round),
    E.chain(() => (running === null ? nothingMissing : allSeen(round))),
    E.map(() => (running === null ? null : recovered(round, running))),
    orLook(queries => look(queries, 'is the JobManager up, so that it can end the jobs?')),
  )
}

/** Recovers a JobManager that is gone, so that it can end the jobs. Null: it is there. */
const recovered = (round: SessionRound, deployed: DeployedCluster): SessionDecision | null => {
  const { facts } = round.observed
  if (facts.deployment?._tag !== 'Absent' || facts.deployment.source !== 'live') return null
  const lost = lostSituation(round, deployed)
  return lost._tag === 'NeedsFacts' ? look(lost.queries, lost.reason)
    : lost._tag === 'Lost' ? beginDeploy(round, 'Recovery', deployed.running, lost.jobs, [clusterEvents.recover]) : null
}

/** True if the Deployment of the attempt exists, and the record of its spec was removed: nothing more of the attempt can be created. */
const isAttemptForgotten = (
  { desired: { deployed }, observed: { facts: { deployment } } }: SessionRound,
  { id }: DeployOperation,
): boolean => deployed._tag === 'Never' && deployment?._tag === 'Known' && deployment.value.annotations[attemptAnnotation] === id

/**
 * E-3: unobservable jobs do not prove that there are none. The operator waits, reports it when the wait takes long, and then does what the
 * option says.
 */
const unknownJobs = (round: SessionRound, waitingFor: string): SessionDecision => {
  const { desired: { deployed, wanted }, observed: { status }, env } = round
  const since = waitingSince(round)
  const waiting = withRecord(status, { deletingSince: since })
  if (env.now < since + env.options.resourceCleanupTimeout) return wait(waiting, env.options.observerProgressCheckInterval, waitingFor)
  const options = deployed._tag === 'Deployed' ? deployed.running.options : wanted?.options
  const reported = `The operator cannot see whether jobs run in the cluster, and waits for ${waitingFor}.`
  if (options?.sessionDeletionProceedWhenJobsUnknown === true)
    return tearDown(round, 'the resource is being deleted: its jobs could not be listed in time', [
      failed(
        `${reported} The operator deletes the cluster all the same, because kubernetes.operator.session.deletion.proceed-when-jobs-unknown is true`,
      ),
    ])
  const message =
    `${reported} The operator does not delete the cluster before it knows. To delete it without waiting, set kubernetes.operator.session.deletion.proceed-when-jobs-unknown: true, or kubernetes.operator.session.deletion.block-on-unmanaged-jobs: false`
  return wait(waiting, env.options.observerProgressCheckInterval, waitingFor, problemOf(message))
}

const tearDown = (round: SessionRound, reason: string, announce: readonly EmitEvent[]): SessionDecision =>
  beginDeletion(withOperation(round.observed.status, newTearDown(round)), reason, announce)

/** Deletes the cluster. HA ConfigMaps with its id belong to it, whichever job they describe. */
export const continueTearDown = (round: SessionRound, operation: TearDownOperation): SessionDecision => {
  const { desired: { meta }, observed: { status } } = round
  return meta.deletionTimestamp === null
    ? act(withStatus(status, { operation: null }), 'a session cluster is deleted only with its resource')
    : tearDownCluster(round, operation, {
      haConfigMaps: configMaps => configMaps.filter(it => haConfigMap(meta.name, it) !== null),
      inZooKeeper: () => deleteSessionClusterFromZooKeeper(round, operation),
      left: () => leftInZooKeeper(round),
      gone: it => it,
    })
}
