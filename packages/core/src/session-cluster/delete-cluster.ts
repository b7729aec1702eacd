import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { EmitEvent } from '../action/emit-event.ts'
import { continueDeploy } from '../cluster/deploy/continue-deploy.ts'
import { haDeletion } from '../cluster/high-availability/ha-config-maps.ts'
import { haConfigMap } from '../cluster/high-availability/ha-config-map.ts'
import { clusterQueries } from '../cluster/seen/cluster-queries.ts'
import { mayRunByHaMetadata } from '../cluster/seen/in-the-way.ts'
import { drivenTearDown } from '../cluster/tear-down/driven-tear-down.ts'
import { slowDeletion, slowStep } from '../cluster/tear-down/slow-deletion.ts'
import { tearDownStep } from '../cluster/tear-down/tear-down-step.ts'
import { clusterEvents } from '../cluster/told/cluster-events.ts'
import { unanswered } from '../query/unanswered.ts'
import type { TearDownOperation } from '../resource/operation.ts'
import { lateArrivalLimit } from '../resource/operation.ts'
import { finalizerOf } from '../resource/resource-type.ts'
import type { EpochMillis } from '../resource/time.ts'
import { act, look, type Problem, wait } from '../round/decision.ts'
import { event } from '../round/event.ts'
import { withRecord, withStatus } from '../round/status-change.ts'
import { beginDeploy } from './begin-session-deploy.ts'
import { type DeletionHold, deletionHold } from './deletion-hold.ts'
import { deployCourse } from './session-deploy-course.ts'
import { isNothingUp } from './jobs-at-stake.ts'
import { lostSituation } from './lost-session-cluster.ts'
import { deleteSessionClusterFromZooKeeper, leftInZooKeeper } from './delete-session-cluster-from-zookeeper.ts'
import { newTearDown, withOperation } from './new-session-operation.ts'
import { observationQueries } from './session-cluster-observation-queries.ts'
import type { SessionDecision, SessionRound } from './session-cluster-round.ts'

/**
 * The resource is being deleted (section 1.3 of the reference's rules for session clusters): session jobs and unmanaged jobs are waited
 * for, then cluster, HA metadata and at last the finalizer go. A cluster of which nothing is there has no jobs (E-4, B83).
 */
export const decideDeletion = (round: SessionRound): SessionDecision => {
  const { desired: { meta, deployed }, observed: { status }, env } = round
  const { operation } = status
  if (!meta.finalizers.includes(finalizerOf(meta))) return wait(status, env.options.reconcileInterval, 'others to let go of the resource')
  if (operation?.kind === 'TearDown' && operation.purpose === 'Deletion') return continueTearDown(round, operation)
  if (operation?.kind === 'Unreadable' && env.now < waitingSince(round) + lateArrivalLimit)
    return wait(
      withRecord(status, { deletingSince: waitingSince(round) }),
      Math.min(waitingSince(round) + lateArrivalLimit - env.now, 10_000),
      "what the operation that can't be read may have sent, which may still arrive",
    )
  return deployed._tag === 'Never' && operation === null ? neverDeployed(round) : held(round)
}

/** A record that is gone is no word that nothing runs: only where nothing is there nobody's jobs run in it (A11). */
const neverDeployed = (round: SessionRound): SessionDecision => {
  const { desired, observed: { facts } } = round
  const { deployment, pods } = clusterQueries(desired)
  const missing = unanswered(facts, [deployment, pods])
  if (missing.length > 0) return look(missing, 'is a cluster there, though none is recorded?')
  return isNothingUp(round) ? tearDown(round, 'the resource is deleted and was never deployed', []) : held(round)
}

/**
 * From when the wait for what can't be seen counts: by an operator's clock, and not from before this process looked. The API server's
 * moment of the deletion may be of another clock (F15).
 */
const waitingSince = (
  { observed: { status: { operatorRecord: { deletingSince } } }, env: { now, steadySince } }: Pick<SessionRound, 'observed' | 'env'>,
): EpochMillis => Math.max(deletingSince ?? now, steadySince ?? 0)

/** Told as an event, too, once for each text. */
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
    E.match(queries => look(queries, 'are there jobs in the cluster that is deleted?'), hold => byHold(round, hold)),
  )

const byHold = (round: SessionRound, hold: DeletionHold): SessionDecision => {
  const { observed: { status }, env } = round
  const { operation } = status
  switch (hold._tag) {
    case 'No':
      // a create that was sent may still arrive; nothing of it may outlive the resource
      return operation?.kind === 'Deploy' && operation.step !== 'TearDown'
        ? continueDeploy(round, operation, deployCourse(round, operation, true))
        : tearDown(round, `the resource is deleted: ${hold.reason}`, [])
    case 'Jobs':
      return keptUp(round)
        ?? wait(withRecord(status, { deletingSince: null }), env.options.reconcileInterval, hold.waitingFor, problemOf(hold.message))
    case 'Unknown':
      return keptUp(round) ?? unknownJobs(round, hold.waitingFor)
  }
}

/**
 * As long as its jobs are waited for the cluster is looked after, so that they can be ended: a session job is stopped by a JobManager
 * alone, and its deletion would wait for the cluster as the cluster's waits for it (B81). A deploy that is under way is finished, a
 * JobManager that is lost comes back; no edit is carried out. Null: nothing is to be done.
 */
const keptUp = (round: SessionRound): SessionDecision | null => {
  const { desired: { deployed }, observed: { status, facts } } = round
  const { operation } = status
  if (operation?.kind === 'Deploy') return continueDeploy(round, operation, deployCourse(round, operation))
  if (deployed._tag !== 'Deployed' || operation !== null) return null
  const missing = observationQueries(round)
  if (missing.length > 0) return look(missing, 'is the JobManager up that the jobs are ended by?')
  if (facts.deployment?._tag !== 'Absent' || facts.deployment.source !== 'live') return null
  const lost = lostSituation(round, deployed)
  return lost._tag === 'NeedsFacts' ? look(lost.queries, lost.reason)
    : lost._tag === 'Lost' ? beginDeploy(round, 'Recovery', deployed.running, lost.jobs, [clusterEvents.recover]) : null
}

/** E-3: that jobs can't be seen is no word that there are none: it waits, that is told when it takes long, then goes as the option says. */
const unknownJobs = (round: SessionRound, waitingFor: string): SessionDecision => {
  const { desired: { deployed, wanted }, observed: { status }, env } = round
  const since = waitingSince(round)
  const waiting = withRecord(status, { deletingSince: since })
  if (env.now < since + env.options.resourceCleanupTimeout) return wait(waiting, env.options.observerProgressCheckInterval, waitingFor)
  const options = deployed._tag === 'Deployed' ? deployed.running.options : wanted?.options
  const told = `Nobody can tell whether jobs run in the cluster: waiting ${waitingFor}.`
  if (options?.sessionDeletionProceedWhenJobsUnknown === true)
    return tearDown(round, 'the resource is deleted: which jobs there are could not be seen in time', [
      failed(`${told} The cluster is deleted all the same, as kubernetes.operator.session.deletion.proceed-when-jobs-unknown says`),
    ])
  const message =
    `${told} It is not deleted before that is seen. To go on without: kubernetes.operator.session.deletion.proceed-when-jobs-unknown: true, or kubernetes.operator.session.deletion.block-on-unmanaged-jobs: false`
  return wait(waiting, env.options.observerProgressCheckInterval, waitingFor, problemOf(message))
}

const tearDown = (round: SessionRound, reason: string, announce: readonly EmitEvent[]): SessionDecision =>
  act(withStatus(withOperation(round.observed.status, newTearDown(round)), { lifecycleState: 'DELETING' }), reason, {
    events: [...announce, clusterEvents.cleanup],
  })

/** Takes the cluster away, then its HA metadata, never before the last JobManager pod is seen gone (B85). */
export const continueTearDown = (round: SessionRound, operation: TearDownOperation): SessionDecision => {
  const { desired, observed: { facts, status }, env } = round
  if (desired.meta.deletionTimestamp === null)
    return act(withStatus(status, { operation: null }), 'a session cluster is taken away only with its resource')
  const step = tearDownStep(desired, facts, env.options.resourceDeletionPropagation, 'Deletion')
  return drivenTearDown(env, step, {
    status,
    giveUpAt: operation.giveUpAt,
    why: 'is the cluster gone?',
    problem: env.now > operation.giveUpAt ? slowDeletion('The cluster', slowStep(step)) : null,
    whenGone: () => afterwards(round, operation),
  })
}

/** What Flink's HA services keep in ConfigMaps under the cluster's id is this cluster's, whichever job it is of. */
const afterwards = (round: SessionRound, operation: TearDownOperation): SessionDecision => {
  const { desired: { meta }, observed: { facts: { configMaps }, status } } = round
  const isToGo = !mayRunByHaMetadata(round)
  const left = configMaps?._tag === 'Known' && isToGo
    ? haDeletion(meta, configMaps.value.filter(it => haConfigMap(meta.name, it) !== null)) : null
  if (left !== null) return act(status, 'the JobManager is gone: HA metadata goes', { effects: [left] })
  return (isToGo ? deleteSessionClusterFromZooKeeper(round, operation) : null)
    ?? act(status, 'nothing of the resource is left', {
      effects: [{ _tag: 'RemoveFinalizer', finalizer: finalizerOf(meta) }],
      events: leftInZooKeeper(round),
      waitingFor: 'the resource to be gone',
    })
}
