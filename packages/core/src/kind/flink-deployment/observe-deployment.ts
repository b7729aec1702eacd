import type { Env } from '../../contract/env.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/flink-deployment-facts.ts'
import type { Recorded } from '../../contract/resource/resource.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { Millis } from '../../contract/resource/time.ts'
import { hostOf } from '../../cluster/observe/host.ts'
import { isSurelyFirstRun } from './application/observe/first-run.ts'
import type { FlinkDeploymentDesired } from './application/deployment-desired.ts'
import { clampFutureTimestamps, withRestartedWaits } from '../../job/record/moments.ts'
import { withStartedAttempt } from '../../job/record/started-attempt.ts'
import { renewedDeadline } from '../../job/record/renewed-deadline.ts'
import { withAdoptedTerminalState, keepingTerminalState } from '../../job/observe/adopted-terminal-state.ts'
import { observeClusterInfo } from '../../cluster/observe/observe-cluster-info.ts'
import { observeHealth } from './application/health/observe-health.ts'
import { namedByOperation } from '../../job/observe/named-by-operation.ts'
import { withOwnLastState } from '../../job/observe/own-last-state.ts'
import { withOwnOperation } from '../../job/observe/own-operation.ts'
import { observeJob } from '../../job/observe/observe-job.ts'
import { observeJobManager } from '../../cluster/observe/observe-job-manager.ts'
import { withLaterTerminalSince, observeLastState } from '../../job/observe/observe-last-state.ts'
import { observeSnapshots } from '../../job/snapshot/observe-snapshots.ts'
import { observeRest } from '../../cluster/observe/rest-unreachable.ts'
import { unreadEvidence } from '../../job/record/unread.ts'
import type { FlinkDeploymentObserved } from './application/application-round.ts'
import { desiredInForce } from './validated-deployment.ts'
import { filterOwned } from '../../cluster/observe/own-facts.ts'
import { ownershipOf } from '../../cluster/observe/ownership.ts'
import { withJob, withStatus } from '../../contract/round/status-change.ts'

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
