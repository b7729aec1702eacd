import type { Env } from '../../env.ts'
import type { FlinkDeploymentFacts } from '../../fact/flink-deployment-facts.ts'
import type { Recorded } from '../../resource/resource.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { Millis } from '../../resource/time.ts'
import { hostOf } from '../../cluster/seen/host.ts'
import { isSurelyFirstRun } from '../../application/seen/first-run.ts'
import type { FlinkDeploymentDesired } from '../../application/deployment-desired.ts'
import { clampFutureTimestamps, withRestartedWaits } from '../../job/record/moments.ts'
import { renewedDeadline } from '../../job/record/renewed-deadline.ts'
import { withAdoptedTerminalState, keepingTerminalState } from '../../job/seen/adopted-terminal-state.ts'
import { observeClusterInfo } from '../../cluster/seen/observe-cluster-info.ts'
import { observeHealth } from '../../application/health/observe-health.ts'
import { namedByOperation } from '../../job/seen/named-by-operation.ts'
import { observeJob } from '../../job/seen/observe-job.ts'
import { observeJobManager } from '../../cluster/seen/observe-job-manager.ts'
import { withLaterTerminalSince, observeLastState } from '../../job/seen/observe-last-state.ts'
import { observeSnapshots } from '../../job/snapshot/observe-snapshots.ts'
import { observeRest } from '../../cluster/seen/rest-unreachable.ts'
import { unreadEvidence } from '../../job/record/unread.ts'
import type { FlinkDeploymentObserved } from '../../application/observed.ts'
import { desiredInForce } from './validated-deployment.ts'
import { filterOwned } from '../../cluster/seen/own-facts.ts'
import { ownershipOf } from '../../cluster/seen/ownership.ts'
import { withJob, withStatus } from '../../round/status-change.ts'

/**
 * Folds what was seen into the recorded status (control-flow.md, section 3). It changes nothing in the world. While a cluster is being
 * taken away or put up on purpose, what is seen of it says nothing about the resource's health: the status stays as the operation needs it
 * (B32).
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
  const adopted = withLaterTerminalSince(withAdoptedTerminalState(desired, namedByOperation(waited)))
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
 * Neither the job nor the attempt is recorded: somebody took both away (P25). The Deployment is ours by its owner, and an application's
 * cluster runs one job.
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
 * Beside something that can't be read: how JobManager and job are is told; what was deployed, and what is known of its state, stays as it
 * is recorded (F14).
 */
const lookedAt = (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts, env: Env): FlinkDeploymentStatus =>
  withStatus(keepingTerminalState(status, observeJob(observeJobManager(status, facts, env.now), facts, env.now)), {
    reconciliationStatus: status.reconciliationStatus,
  })

const stabilityWindowOf = (
  { deployed }: FlinkDeploymentDesired,
): Millis => (deployed._tag === 'Deployed' ? deployed.running.options.deploymentStabilityWindow : 0)

/** control-flow.md, section 3.1, with our operation record in place of the reference operator's state. */
const isObserved = ({ deployed }: FlinkDeploymentDesired, { operation, reconciliationStatus }: FlinkDeploymentStatus): boolean => {
  if (deployed._tag !== 'Deployed') return false
  if (operation !== null) return operation.kind === 'Suspend' && operation.step !== 'TearDown'
  return deployed.reconciled.job.state === 'running' || reconciliationStatus.state === 'DEPLOYED'
    || reconciliationStatus.state === 'ROLLED_BACK'
}
