import { pipe } from 'fp-ts/lib/function.js'
import { firstRunQueries, isSurelyFirstRun } from './application/observe/first-run.ts'
import { isTerminal } from '../../contract/resource/job-status.ts'
import type { Query } from '../../contract/query/query.ts'
import { jobManagerSeen } from '../../cluster/observe/job-manager-seen.ts'
import { type Asked, asked, nothingMissing, togetherWith } from '../../contract/query/ask.ts'
import { retentionQuery, suspendQueries } from '../../job/stop/begin-stop.ts'
import { lastStateQueries, withLaterTerminalSince, observeLastState } from '../../job/observe/observe-last-state.ts'
import { isFailureToTell } from '../../job/report/job-problem.ts'
import type { Round, FlinkDeploymentDesired, FlinkDeploymentObserved } from './application/application-round.ts'
import { isHealthWatched, observeHealth } from './application/health/observe-health.ts'
import { scaling } from './application/scale/application-scaling.ts'
import { scalingQueries } from '../../job/scale/scale-in-place.ts'
import { snapshotQueries, observeSnapshots } from '../../job/snapshot/observe-snapshots.ts'
import type { Env } from '../../contract/env.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { Recorded } from '../../contract/resource/resource.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { Millis } from '../../contract/resource/time.ts'
import { hostOf } from '../../cluster/observe/incarnation-seen.ts'
import { clampFutureTimestamps, withRestartedWaits } from '../../job/record/moments.ts'
import { withStartedAttempt } from '../../job/record/started-attempt.ts'
import { renewedDeadline } from '../../job/record/renewed-deadline.ts'
import { withAdoptedTerminalState, keepingTerminalState } from '../../job/observe/revived-job.ts'
import { observeClusterInfo } from '../../cluster/observe/observe-cluster-info.ts'
import { namedByOperation, withOwnLastState, withOwnOperation } from '../../job/observe/own-operation.ts'
import { observeJob } from '../../job/observe/observe-job.ts'
import { observeJobManager } from '../../cluster/observe/observe-job-manager.ts'
import { observeRest } from '../../cluster/observe/rest-unreachable.ts'
import { unreadEvidence } from '../../job/record/unread.ts'
import { desiredInForce } from './validated-deployment.ts'
import { filterOwned } from '../../cluster/observe/own-facts.ts'
import { ownershipOf } from '../../cluster/observe/classify-ownership.ts'
import { withJob, withStatus } from '../../contract/round/status-change.ts'

/** Observes what a round needs before it decides (control-flow.md, section 12). */
export const allSeen = (round: Round): Asked<null> => {
  const { desired, observed: { status, facts } } = round
  if (desired.deployed._tag !== 'Deployed' || isBeingRebuilt(round)) return nothingMissing
  if (
    status.jobManagerDeploymentStatus === 'MISSING' && facts.deployment?._tag === 'Absent'
    && (desired.deployed.reconciled.job.state === 'suspended' || isTerminal(status.jobStatus.state))
  ) return nothingMissing
  return jobManagerSeen(round, desired.deployed, { beside: [], answered: () => detailsSeen(round) })
}

/** While an operation deletes or creates the cluster, the operation makes its own queries. */
const isBeingRebuilt = (
  { desired: { deployed }, observed: { status: { operation, reconciliationStatus: { state } } } }: Pick<Round, 'desired' | 'observed'>,
): boolean =>
  operation === null
    ? (state === 'UPGRADING' || state === 'ROLLING_BACK') && deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'suspended'
    : operation.kind !== 'Suspend' || operation.step === 'TearDown'

const detailsSeen = (round: Round): Asked<null> => {
  const { desired, observed: { recorded, status, facts } } = round
  if (desired.deployed._tag !== 'Deployed' || status.jobStatus.jobId === null) return nothingMissing
  const { endpoint } = desired.deployed
  const { jobId, state } = status.jobStatus
  const details: readonly Query[] = [
    ...lastStateQueries(round, () => firstRunQueries(round.desired, round.observed.status, round.observed.facts)),
    ...(isFailureToTell(recorded.status, status) ? [{ _tag: 'GetJobExceptions', endpoint, jobId } as const] : []),
    ...scalingQueries(scaling, round),
    ...snapshotQueries(round),
    ...(isHealthWatched(desired, status, facts) ? [{ _tag: 'GetJobMetrics', endpoint, jobId } as const] : []),
    ...(state === 'RUNNING' && status.clusterInfo['flink-version'] === undefined ? [{ _tag: 'GetClusterOverview', endpoint } as const]
      : []),
  ]
  return pipe(facts, asked(details), togetherWith(facts, () => besideDetails(round)))
}

/**
 * Queries of a stop, sent together with the detail queries. One by one, a stop after an unsynced cache or after HA metadata would need five
 * queries.
 */
const besideDetails = (round: Round): readonly Query[] => {
  const { desired: { diff }, observed: { status: { operation }, facts } } = round
  if (operation !== null) return operation.kind === 'Suspend' ? suspendQueries(round, operation) : []
  return facts.configMaps !== undefined && diff.type !== 'IGNORE' ? retentionQuery(round) : []
}

/**
 * Folds the observed facts into the recorded status (control-flow.md, section 3); it changes nothing in the cluster. While an operation
 * deletes or creates the cluster on purpose, the observed state says nothing about the health of the resource: the status stays as the
 * operation needs it (B32).
 */
export const observe = (
  desired: FlinkDeploymentDesired,
  recorded: Recorded<FlinkDeploymentStatus>,
  facts: FlinkDeploymentFacts,
  env: Env,
): FlinkDeploymentObserved => {
  const { status: clamped, ahead } = clampFutureTimestamps(desired, recorded.status, env)
  const known = ahead.length === 0 ? {} : { ahead }
  const waited = withRestartedWaits(desired, clamped, env)
  const whole = withOwnOperation(desired, withOwnLastState(withStartedAttempt(desired.meta, waited)))
  const adopted = withLaterTerminalSince(withAdoptedTerminalState(desired, namedByOperation(whole)))
  const own = filterOwned(ownershipOf(desired.meta, adopted, facts), facts)
  const status = unreadEvidence(desired, clamped).length > 0 ? lookedAt(clamped, own.facts, env)
    : isObserved(desired, adopted) ? fold(desired, adopted, own.facts, env) : adopted
  const inForce = desiredInForce(desired, recorded.status, facts, env)
  return {
    recorded,
    ...own,
    status,
    host: hostOf(status, own.facts),
    ...(inForce === desired ? {} : { inForce }),
    ...known,
    ...renewedDeadline(clamped, waited),
  }
}

const fold = (
  desired: FlinkDeploymentDesired,
  status: FlinkDeploymentStatus,
  facts: FlinkDeploymentFacts,
  env: Env,
): FlinkDeploymentStatus => {
  const jobManager = observeRest(observeJobManager(status, facts, env.now), facts, env.now)
  const job = observeJob(withJobOfItsCluster(jobManager, facts), facts, env.now, stabilityWindowOf(desired))
  const seen = observeClusterInfo(observeLastState(desired, job, facts, () => isSurelyFirstRun(desired, job, facts)), facts)
  return observeHealth(
    desired,
    status,
    observeSnapshots(desired, { before: status, status: seen, facts, host: hostOf(seen, facts) }, env),
    facts,
    env,
  )
}

/**
 * Takes the job id from Flink when the status records neither a job nor an attempt because another party deleted both (P25). This is safe:
 * the Deployment is ours by its owner reference, and an application cluster runs exactly one job.
 */
const withJobOfItsCluster = (
  status: FlinkDeploymentStatus,
  { deployment, jobs }: Pick<FlinkDeploymentFacts, 'deployment' | 'jobs'>,
): FlinkDeploymentStatus => {
  const { operation, jobStatus: { jobId }, operatorRecord: { deployedAttempt } } = status
  const isUnnamed = operation === null && jobId === null && deployedAttempt === null
  const isThere = deployment?._tag === 'Known' && !deployment.value.deleting
  const [only, ...others] = jobs?._tag === 'Known' ? jobs.value : []
  return isUnnamed && isThere && only !== undefined && others.length === 0 ? withJob(status, { jobId: only.jobId }) : status
}

/**
 * Used when a part of the spec or status cannot be read. The status then reports the state of JobManager and job, and keeps what is
 * recorded about the deployed spec and the state of the job (F14).
 */
const lookedAt = (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts, env: Env): FlinkDeploymentStatus =>
  withStatus(keepingTerminalState(status, observeJob(observeJobManager(status, facts, env.now), facts, env.now)), {
    reconciliationStatus: status.reconciliationStatus,
  })

const stabilityWindowOf = (
  { deployed }: FlinkDeploymentDesired,
): Millis => (deployed._tag === 'Deployed' ? deployed.running.options.deploymentStabilityWindow : 0)

/**
 * Does this round fold the facts into the status? control-flow.md, section 3.1, with our operation record in place of the state field of
 * the reference operator.
 */
const isObserved = ({ deployed }: FlinkDeploymentDesired, { operation, reconciliationStatus }: FlinkDeploymentStatus): boolean => {
  if (deployed._tag !== 'Deployed') return false
  if (operation !== null) return operation.kind === 'Suspend' && operation.step !== 'TearDown'
  return deployed.reconciled.job.state === 'running' || reconciliationStatus.state === 'DEPLOYED'
    || reconciliationStatus.state === 'ROLLED_BACK'
}
