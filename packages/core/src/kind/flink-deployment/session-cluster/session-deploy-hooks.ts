import type { EmitEvent } from '../../../contract/action/emit-event.ts'
import type { ConfiguredCluster } from '../../../spec/configured-spec.ts'
import type { DeployOperation, DeploySource, OperationPurpose, TearDownOperation } from '../../../contract/resource/operation.ts'
import { act, look, pollMillis, wait } from '../../../contract/round/decision.ts'
import { withReconciliation } from '../../../contract/round/status-change.ts'
import { newOperation as newOperationOf, withOperation } from '../../../job/record/new-operation.ts'
import { recordBeforeDeploy, recordDeployed, recordRedeployed } from './record.ts'
import type { SessionAct, SessionRound, SessionDecision } from './session-cluster-round.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { unseenAt, viewAt } from '../../../cluster/high-availability/ha-observation.ts'
import { standing, zooKeeperProblem } from '../../../cluster/high-availability/zookeeper-metadata.ts'
import { again, type DeployHooks } from '../../../cluster/deploy/deploy-hooks.ts'
import { finishDeploy as finishDeployOf } from '../../../cluster/deploy/continue-deploy.ts'
import type { Query } from '../../../contract/query/query.ts'
import { zooKeeperQueries } from '../../../options/ha-place.ts'
import { type Asked, onceSeen } from '../../../contract/query/ask.ts'
import { haPlaceFor } from './observe-session-cluster.ts'
import { affectedJobs, type AffectedJobs, affectedJobsQuestion } from './jobs-at-stake.ts'
import { keptByOthers, keptWithoutState } from './kept-by-others.ts'
import { keptJobs, unseenSessionJobs } from './session-jobs.ts'

/** The fields that every operation of a session cluster starts with. */
const begun = ({ desired, observed, env }: SessionRound, purpose: OperationPurpose) => ({
  // a session cluster has no job: the operation must not take the id of a job that Flink lists
  ...newOperationOf({ desired, observed: { ...observed, facts: {} }, env }, purpose, env.options.resourceCleanupTimeout),
  jobId: null,
})

/** Whether high availability keeps the jobs of the cluster, and the reason for that conclusion. */
export type Jobs = Omit<Extract<DeploySource, { readonly _tag: 'NoJob' }>, '_tag'>

const newDeploy = (round: SessionRound, purpose: OperationPurpose, { jobs, reason }: Jobs): DeployOperation => {
  const base = begun(round, purpose)
  return { kind: 'Deploy', ...base, deployId: base.id, source: { _tag: 'NoJob', jobs, reason }, step: 'TearDown', abandonedAt: null }
}

export const newTearDown = (round: SessionRound): TearDownOperation => ({
  kind: 'TearDown',
  ...begun(round, 'Deletion'),
  deleteHaMetadata: true,
})

/**
 * Begins the deploy of a session cluster. This round only records the target spec and the attempt; a later round performs the first effect
 * from that record alone (P03, E-1). A rollback and a recovery do not change the recorded spec.
 */
export const beginDeploy = (
  round: SessionRound,
  purpose: OperationPurpose,
  target: ConfiguredCluster,
  jobs: Jobs,
  announce: readonly EmitEvent[],
): SessionAct => {
  const { desired, observed: { status }, env } = round
  const begun = withOperation(status, newDeploy(round, purpose, jobs))
  const recorded = purpose === 'Recovery' ? begun
    : purpose === 'Rollback' ? withReconciliation(begun, { state: 'ROLLING_BACK' })
    : recordBeforeDeploy(begun, { desired, target, now: env.now })
  return act(recorded, `the cluster is deployed (${purpose}): ${jobs.reason}`, { events: announce })
}

/**
 * The deploy callbacks of a session cluster. A session cluster has no state. While the previous JobManager is up, its jobs are queried once
 * more, because a job may have been submitted since the deploy was begun (E-1). HA metadata stays: the new JobManager continues the jobs in
 * it.
 */
export const deployHooks = (round: SessionRound, operation: DeployOperation, isOver = false): DeployHooks => {
  const { desired: { attempt }, observed: { status: { operatorRecord: { lastState: stateBefore } } } } = round
  const held = affectedByEdit(round, operation)
  return {
    veto: () => pipe(held, E.match(affectedJobsLook, () => null)),
    leftAlone: () =>
      (isUp(round) ? unlessJobsAffected(round, operation, { stateBefore }) : null) ?? queryKeptJobs(round, operation)
        ?? queryJobOwners(round),
    // an edit that waits for jobs of the cluster also waits for the JobManager that can end them (B33)
    isEditHeld: E.isRight(held) && held.right !== null && held.right._tag !== 'Nothing',
    isOver,
    isPastPointOfNoReturn: false,
    isStateThere: true,
    cleanUp: 0,
    obstacles: attempt === null ? [] : [
      ...(isKept(operation) ? [] : keptByOthers(round, attempt.target)),
      ...keptWithoutState(round, attempt.target),
    ],
    beforeCreate: () => waitForZooKeeperSession(round, operation),
    whenCreated: status => status,
    announce: [],
    beforeGivenUp: () => null,
    mayHaveRun: false,
    finished: () => finishDeploy(round, operation),
    stateBefore,
  }
}

/** The jobs that an edit would affect, if it was made during the recovery of a lost JobManager. Null: no such edit exists. */
const affectedByEdit = (round: SessionRound, { purpose }: DeployOperation): Asked<AffectedJobs | null> => {
  const { attempt, deployed, wanted } = round.desired
  return purpose !== 'Recovery' || attempt?.differs !== true || wanted === null || deployed._tag !== 'Deployed' ? E.right(null)
    : affectedJobs(round, [deployed.running], wanted)
}

const isKept = ({ source }: DeployOperation): boolean => source._tag === 'NoJob' && source.jobs === 'Kept'

/** True while the previous JobManager is untouched, as far as this round has observed. */
const isUp = ({ observed: { facts: { deployment } } }: Pick<SessionRound, 'observed'>): boolean =>
  deployment?._tag === 'Known' && !deployment.value.deleting && deployment.value.wantedReplicas > 0

/** Queries what the new JobManager would find in ZooKeeper. The operator deletes and creates nothing before it knows that (P14). */
const queryKeptJobs = (round: SessionRound, { giveUpAt }: DeployOperation): SessionDecision | null => {
  const { desired: { attempt }, observed: { facts, status }, env } = round
  if (attempt === null) return null
  const place = haPlaceFor(round, attempt.target)
  return onceSeen(facts, zooKeeperQueries(place), queries => look(queries, 'which jobs does ZooKeeper keep?'), () => {
    const unseen = unseenAt(place, facts)
    if (unseen === null) return null
    const waitingFor = `ZooKeeper to list the jobs that it keeps: ${unseen}`
    return wait(status, pollMillis, waitingFor, env.now > giveUpAt ? zooKeeperProblem(waitingFor) : null)
  })
}

/**
 * Waits for the ZooKeeper session of a JobManager that is cut off: it still runs its jobs, and a new JobManager cannot become leader before
 * that session ends.
 */
const waitForZooKeeperSession = (round: SessionRound, { giveUpAt }: DeployOperation): SessionDecision | null => {
  const { desired: { attempt }, observed: { facts, status }, env } = round
  const seen = attempt === null ? null : viewAt(haPlaceFor(round, attempt.target), facts)
  const stands = seen === null ? null : standing(seen.place, seen.view)
  return stands === null ? null : wait(status, pollMillis, stands, env.now > giveUpAt ? zooKeeperProblem(stands) : null)
}

/** Queries which FlinkSessionJobs own the jobs that the new JobManager would recover. */
const queryJobOwners = (round: SessionRound): SessionDecision | null => {
  const { desired: { meta: { namespace, name }, attempt }, observed: { facts, status } } = round
  const inZooKeeper = attempt === null ? null : viewAt(haPlaceFor(round, attempt.target), facts)?.view ?? null
  if ((keptJobs(facts, name) ?? []).length + (inZooKeeper?.plans.length ?? 0) + (inZooKeeper?.jobs.length ?? 0) === 0) return null
  return onceSeen(
    facts,
    [{ _tag: 'ListFlinkSessionJobs', namespace, deploymentName: name }],
    queries => look(queries, 'which FlinkSessionJobs own the jobs that high availability keeps?'),
    () => {
      const unseen = unseenSessionJobs(facts)
      return unseen === null ? null : wait(status, pollMillis, unseen)
    },
  )
}

const unlessJobsAffected = (
  round: SessionRound,
  operation: DeployOperation,
  hooks: Pick<DeployHooks, 'stateBefore'>,
): SessionDecision | null => {
  const { attempt } = round.desired
  if (attempt === null) return null
  return pipe(
    affectedJobs(round, isKept(operation) ? 'KeptBefore' : 'AskedBefore', attempt.target),
    E.match(
      affectedJobsLook,
      affected => (affected._tag === 'Nothing' ? null : again(round, hooks, `nothing is deleted: ${affected.reason}`)),
    ),
  )
}

const affectedJobsLook = (queries: readonly Query[]): SessionDecision => look(queries, affectedJobsQuestion.reason)

const finishDeploy = (round: SessionRound, operation: DeployOperation): SessionDecision => {
  const { desired, env: { now } } = round
  const { id, targetGeneration: generation, source } = operation
  return finishDeployOf(round, operation, {
    target: desired.attempt?.target ?? null,
    redeployed: (status, isRollback) => recordRedeployed(status, id, isRollback, now),
    deployed: (status, target) => recordDeployed(status, { desired, target, now }, { id, generation }),
    source,
  })
}
