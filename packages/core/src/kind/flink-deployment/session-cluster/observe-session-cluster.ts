import type { Env } from '../../../contract/env.ts'
import { observeClusterInfo } from '../../../cluster/observe/observe-cluster-info.ts'
import { hostOf } from '../../../cluster/observe/host.ts'
import { observeJobManager } from '../../../cluster/observe/observe-job-manager.ts'
import { filterOwned } from '../../../cluster/observe/own-facts.ts'
import { ownershipOf } from '../../../cluster/observe/ownership.ts'
import { observeRest } from '../../../cluster/observe/rest-unreachable.ts'
import type { FlinkDeploymentFacts } from '../../../contract/fact/flink-deployment-facts.ts'
import { clampFutureTimestamps, withRestartedWaits } from '../../../job/record/moments.ts'
import { withOperationOfItsAttempt } from '../../../job/observe/own-operation.ts'
import { renewedDeadline } from '../../../job/record/renewed-deadline.ts'
import { unreadEvidence } from '../../../job/record/unread.ts'
import type { FlinkDeploymentStatus } from '../../../contract/resource/flink-deployment-status.ts'
import type { Recorded } from '../../../contract/resource/resource.ts'
import { withJob, withStatus } from '../../../contract/round/status-change.ts'
import type { SessionClusterDesired } from './session-cluster-round.ts'
import { markStable } from './record.ts'
import type { SessionClusterObserved } from './session-cluster-round.ts'

/**
 * Folds the observed facts into the recorded status (sections 1.1 of the reference's rules for session clusters and 3.4 of those for
 * deployments). While an operation deletes or creates the cluster on purpose, the observed state says nothing about the health of the
 * resource: the status stays as the operation needs it (B32).
 */
export const observe = (
  desired: SessionClusterDesired,
  recorded: Recorded<FlinkDeploymentStatus>,
  facts: FlinkDeploymentFacts,
  env: Env,
): SessionClusterObserved => {
  const { status: clamped, ahead } = clampFutureTimestamps(desired, recorded.status, env)
  const waited = withRestartedWaits(desired, clamped, env)
  const before = withoutJob(withOperationOfItsAttempt(desired.meta, waited))
  const own = filterOwned(ownershipOf(desired.meta, before, facts), facts)
  const status = unreadEvidence(desired, clamped).length > 0 ? lookedAt(clamped, own.facts, env)
    : isObserved(desired, before) ? fold(before, own.facts, env)
    : isThereAllTheSame(desired, before, own.facts) || isDeletedBetween(desired, before) ? lookedAt(before, own.facts, env) : before
  return {
    recorded,
    ...own,
    status,
    host: hostOf(status, own.facts),
    ...(ahead.length === 0 ? {} : { ahead }),
    ...renewedDeadline(clamped, waited),
  }
}

/**
 * Does this round fold the facts into the status? control-flow.md, section 3.1, with our operation record in place of the state field of
 * the reference operator.
 */
const isObserved = (
  { deployed }: SessionClusterDesired,
  { operation, reconciliationStatus: { state } }: FlinkDeploymentStatus,
): boolean => deployed._tag === 'Deployed' && operation === null && (state === 'DEPLOYED' || state === 'ROLLED_BACK')

/**
 * A cluster exists and no operation is in progress, but the status records no deployed spec, or that an upgrade was begun: a part of the
 * status was removed or put back. The jobs of the cluster may have to be stopped first, and they wait until the status says that the
 * JobManager is ready. A status of the reference operator says the same after a submit that it did not finish (B34).
 */
const isThereAllTheSame = (
  { deployed }: SessionClusterDesired,
  { operation, operatorRecord: { attempts } }: FlinkDeploymentStatus,
  { deployment }: FlinkDeploymentFacts,
): boolean => operation === null && deployment?._tag === 'Known' && (deployed._tag === 'Never' || attempts > 0)

/**
 * The resource is deleted after an upgrade was begun, and no operation is in progress. Its session jobs have to be stopped first, and they
 * wait until the status says that the JobManager is ready.
 */
const isDeletedBetween = ({ meta: { deletionTimestamp } }: SessionClusterDesired, { operation }: FlinkDeploymentStatus): boolean =>
  deletionTimestamp !== null && operation === null

const fold = (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts, env: Env): FlinkDeploymentStatus => {
  const seen = withoutJob(observeRest(observeJobManager(status, facts, env.now), facts, env.now))
  return facts.jobs?._tag === 'Known' ? markStable(observeClusterInfo(seen, facts)) : seen
}

/**
 * Used when a part of the spec or status cannot be read, or is lost. The status then reports the state of the JobManager and keeps what is
 * recorded about the deployed spec (F14).
 */
const lookedAt = (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts, env: Env): FlinkDeploymentStatus =>
  withStatus(observeRest(observeJobManager(status, facts, env.now), facts, env.now), {
    reconciliationStatus: status.reconciliationStatus,
    jobStatus: status.jobStatus,
  })

/** A session cluster has no job: it removes the FINISHED that the reference operator writes whenever it deletes a cluster. */
const withoutJob = (status: FlinkDeploymentStatus): FlinkDeploymentStatus => withJob(status, { state: null })
