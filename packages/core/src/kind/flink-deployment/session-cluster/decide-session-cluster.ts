import { lastingTroubleMillis } from '../../../cluster/observe/observe-job-manager.ts'
import { isForKubernetes, untilUp, isScaledAway, scaledAway } from '../../../cluster/observe/scaled-away.ts'
import { validationProblem } from '../../../job/report/job-problem.ts'
import type { Millis } from '../../../contract/resource/time.ts'
import { act, type Problem, untilWatchEvent, look, pollMillis } from '../../../contract/round/decision.ts'
import { recordUnchanged } from '../../../job/record/record-updates.ts'
import type { SessionAct, SessionRound, SessionDecision } from './session-cluster-round.ts'
import type { ConfiguredCluster } from '../../../spec/configured-spec.ts'
import { continueDeploy } from '../../../cluster/deploy/continue-deploy.ts'
import { type NamesCheck, namesQuery, unlessNamesConflict } from '../../../cluster/deploy/names-first.ts'
import { afterDeploy, withIngress, changeIngress } from '../../../cluster/ingress/keep-ingress.ts'
import { isLost } from '../../../cluster/recovery/lost-cluster.ts'
import { clusterQueries } from '../../../cluster/observe/cluster-queries.ts'
import { withRestService } from '../../../cluster/observe/rest-unreachable.ts'
import { clusterEvents } from '../../../cluster/report/cluster-problem.ts'
import { decideFirst } from '../../../job/first-table.ts'
import { specChanged } from '../../../job/report/job-events.ts'
import type { Query } from '../../../contract/query/query.ts'
import { besides } from '../../../contract/query/ask.ts'
import type { FlinkDeploymentStatus } from '../../../contract/resource/flink-deployment-status.ts'
import { finalizerOf } from '../../../contract/resource/resource-type.ts'
import { withRecord } from '../../../contract/round/status-change.ts'
import { beginDeploy, deployHooks } from './session-deploy-hooks.ts'
import { continueTearDown, decideDeletion } from './delete-cluster.ts'
import { lostSituation } from './lost-session-cluster.ts'
import { renderFirst } from './classify-session-cluster.ts'
import { recordAlreadyUpgraded, recordInPlace } from './record.ts'
import type { SessionSituation } from './session-cluster-situation.ts'

/**
 * The decision of the steady state: only requeue, soon while the JobManager comes up, else after the reconcile interval. An edit without a
 * relevant change is acknowledged (P09), unless it is invalid.
 */
export const settled = (round: SessionRound): SessionAct => {
  const { desired, observed: { status, recorded }, env } = round
  const isAcknowledged = desired.invalid === null && desired.diff.type === 'IGNORE' && desired.deployed._tag === 'Deployed'
  const { after, waitingFor } = nextLook(round)
  const acted = act(
    isAcknowledged ? recordUnchanged(status, desired.generation) : status,
    status === recorded.status ? 'nothing is to be done' : `observed: JobManager ${status.jobManagerDeploymentStatus}`,
    { after: Math.min(after, env.options.reconcileInterval), waitingFor, problem: problemOf(round) },
  )
  return isForKubernetes(round) ? untilWatchEvent(acted, lastingTroubleMillis) : acted
}

const nextLook = (round: SessionRound): { readonly after: Millis; readonly waitingFor: string } => {
  const { observed: { status, facts: { jobs } }, env } = round
  const calm = { after: env.options.reconcileInterval, waitingFor: 'a change' }
  if (status.reconciliationStatus.lastReconciledSpec === null) return calm
  return untilUp(round) ?? (jobs?._tag === 'Unknown'
    ? { after: env.options.observerProgressCheckInterval, waitingFor: `Flink to answer (${jobs.reason}: ${jobs.message})` } : calm)
}

const problemOf = (round: SessionRound): Problem | null => validationProblem(round) ?? (isScaledAway(round) ? scaledAway(round) : null)

/** Decides what to do in the given situation. */
export const decide = (round: SessionRound, situation: SessionSituation): SessionDecision =>
  withRestService(round, calledFor(round, situation))

const calledFor = (round: SessionRound, situation: SessionSituation): SessionDecision => {
  const { desired, observed: { status }, env } = round
  switch (situation._tag) {
    case 'NeedsFacts':
      return look(withNames(round, situation.queries), situation.reason)
    case 'Deleting':
      return decideDeletion(round)
    case 'NotYetOurs':
      return act(status, situation.reason, { effects: [{ _tag: 'AddFinalizer', finalizer: finalizerOf(desired.meta) }] })
    case 'Unmanageable':
    case 'InvalidFromTheStart':
    case 'Paused':
      return decideFirst(round, situation, () => settled(round))
    case 'Deploying':
      return afterDeploy(round, false, continueDeploy(round, situation.operation, deployHooks(round, situation.operation)))
    case 'TearingDown':
      return continueTearDown(round, situation.operation)
    case 'FirstDeployment':
      return beginDeploy(round, 'FirstDeployment', situation.wanted, situation.jobs, [])
    case 'AlreadyUpgraded':
      return act(recordAlreadyUpgraded(status), situation.reason, { after: pollMillis })
    case 'UpgradeDue':
      return unlessNamesConflict(round, situation.wanted, namesFree(round, situation.wanted), {
        go: () => beginDeploy(round, 'Upgrade', situation.wanted, situation.jobs, specChanged(round)),
        meanwhile: () => recoverMeanwhile(round),
      })
    case 'StuckSubmit':
      return beginDeploy(round, 'Recovery', situation.wanted, { jobs: 'Kept', reason: situation.reason }, [clusterEvents.recover])
    case 'RollbackDue':
      return unlessNamesConflict(round, situation.stable, namesFree(round, situation.stable), {
        go: () => beginDeploy(round, 'Rollback', situation.stable, situation.jobs, [clusterEvents.rollback]),
      })
    case 'Lost':
      return beginDeploy(round, 'Recovery', situation.deployed.running, situation.jobs, [clusterEvents.recover])
    case 'ScaleDue':
      return scale(round, situation)
    case 'IngressDue':
      return changeIngress(round, situation, {
        calm: () => settled(round),
        recorded: () => recordInPlace(status, { desired, target: situation.wanted, now: env.now }),
        announce: specChanged(round),
      })
    case 'RunsWhatIsWanted':
      return act(recordInPlace(status, { desired, target: situation.wanted, now: env.now }), situation.reason, {
        events: specChanged(round),
      })
    case 'Blocked':
      return {
        ...settled(round),
        problem: situation.problem ?? settled(round).problem,
        after: Math.max(env.options.observerProgressCheckInterval, isDown(status) ? settled(round).after : 0),
        waitingFor: situation.waitingFor,
        holdsUpEdit: situation.unblockedBy,
        reason: situation.reason,
      }
    case 'Settled':
      return withIngress(round, false, withoutRetry(settled(round)))
  }
}

/** The pause between queries to a JobManager that is not ready grows, also while an edit waits for it. */
const isDown = ({ operatorRecord: { jobManagerDownSince } }: FlinkDeploymentStatus): boolean => jobManagerDownSince !== null

/** Nothing has to be retried: the user took the edit back, so its error is resolved (P16). */
const withoutRetry = (done: SessionAct): SessionAct => ({ ...done, status: withRecord(done.status, { retryAt: null }) })

/** The queries about affected jobs come before a deploy. The names that the deploy needs are queried together with them. */
const withNames = (round: SessionRound, queries: readonly Query[]): readonly Query[] => {
  const { desired: { wanted, stable }, observed: { facts } } = round
  return queries.some(({ _tag }) => _tag === 'ListFlinkSessionJobs')
    ? besides(facts, queries, [namesQuery(round, [wanted, stable])]) : queries
}

/**
 * A foreign object has a name that the edit needs, and the JobManager is lost. The operator recovers the cluster with the deployed spec,
 * and the edit waits (V02). Between a stop and the next deploy there is nothing to recover.
 */
const recoverMeanwhile = (round: SessionRound): SessionDecision | null => {
  const { desired: { deployed }, observed: { status: { reconciliationStatus: { state } } } } = round
  if (deployed._tag !== 'Deployed' || !isLost(round) || state === 'UPGRADING' || state === 'ROLLING_BACK') return null
  const lost = lostSituation(round, deployed)
  if (lost._tag === 'NeedsFacts') return look(lost.queries, lost.reason)
  return lost._tag === 'Lost' && renderFirst(round, lost) === lost ? calledFor(round, lost) : null
}

/** The pre-flight check: the running JobManager is not replaced before the names of its successor are free. */
const namesFree = (round: SessionRound, target: ConfiguredCluster): NamesCheck => {
  const { deployment, pods } = clusterQueries(round.desired)
  return { queries: [deployment, pods, namesQuery(round, [target])], readable: [], obstacles: () => [], calm: () => settled(round) }
}

/**
 * Scales the TaskManagers in place. The number is recorded before it is requested (P03). The status records the edit once their Deployment
 * asks for the wanted number of replicas.
 */
const scale = (round: SessionRound, { step, wanted, reason }: Extract<SessionSituation, { _tag: 'ScaleDue' }>): SessionAct => {
  const { desired, observed: { status }, env } = round
  switch (step._tag) {
    case 'Patch':
      return act(
        withRecord(status, {
          requestedScaling: { overrides: null, parallelism: null, taskManagers: step.requested, sentAt: env.now },
        }),
        reason,
        { effects: [step.effect], events: specChanged(round) },
      )
    case 'Done':
      return act(withRecord(recordInPlace(status, { desired, target: wanted, now: env.now }), { requestedScaling: null }), reason)
    case 'Wait':
      return { ...settled(round), after: env.options.observerProgressCheckInterval, waitingFor: step.waitingFor, reason }
  }
}
