import type { Env } from '../env.ts'
import { observeClusterInfo } from '../cluster/seen/observe-cluster-info.ts'
import { hostOf } from '../cluster/seen/host.ts'
import { observeJobManager } from '../cluster/seen/observe-job-manager.ts'
import { filterOwned } from '../cluster/seen/own-facts.ts'
import { ownershipOf } from '../cluster/seen/ownership.ts'
import { observeRest } from '../cluster/seen/rest-unreachable.ts'
import type { FlinkDeploymentFacts } from '../fact/flink-deployment-facts.ts'
import { clampFutureTimestamps, withRestartedWaits } from '../job/record/moments.ts'
import { renewedDeadline } from '../job/record/renewed-deadline.ts'
import { unreadEvidence } from '../job/record/unread.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import type { Recorded } from '../resource/resource.ts'
import { withJob, withStatus } from '../round/status-change.ts'
import type { SessionClusterDesired } from './session-cluster-desired.ts'
import { markStable } from './record.ts'
import type { SessionClusterObserved } from './session-cluster-round.ts'

/**
 * Folds what was seen into the recorded status (sections 1.1 of the reference's rules for session clusters and 3.4 of those for
 * deployments). While a cluster is taken away or put up on purpose, what is seen of it says nothing about the resource's health: the status
 * stays as the operation needs it (B32).
 */
export const observe = (
  desired: SessionClusterDesired,
  recorded: Recorded<FlinkDeploymentStatus>,
  facts: FlinkDeploymentFacts,
  env: Env,
): SessionClusterObserved => {
  const { status: clamped, ahead } = clampFutureTimestamps(desired, recorded.status, env)
  const waited = withRestartedWaits(desired, clamped, env)
  const before = withoutJob(waited)
  const own = filterOwned(ownershipOf(desired.meta, before, facts), facts)
  const status = unreadEvidence(desired, clamped).length > 0 ? lookedAt(clamped, own.facts, env)
    : isObserved(desired, before) ? fold(before, own.facts, env) : before
  return {
    recorded,
    ...own,
    status,
    host: hostOf(status, own.facts),
    ...(ahead.length === 0 ? {} : { ahead }),
    ...renewedDeadline(clamped, waited),
  }
}

/** control-flow.md, section 3.1, with our operation record in place of the reference operator's state. */
const isObserved = (
  { deployed }: SessionClusterDesired,
  { operation, reconciliationStatus: { state } }: FlinkDeploymentStatus,
): boolean => deployed._tag === 'Deployed' && operation === null && (state === 'DEPLOYED' || state === 'ROLLED_BACK')

const fold = (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts, env: Env): FlinkDeploymentStatus => {
  const seen = withoutJob(observeRest(observeJobManager(status, facts, env.now), facts, env.now))
  return facts.jobs?._tag === 'Known' ? markStable(observeClusterInfo(seen, facts)) : seen
}

/** Beside something that can't be read: how the JobManager is is told; what was deployed stays as it is recorded (F14). */
const lookedAt = (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts, env: Env): FlinkDeploymentStatus =>
  withStatus(observeJobManager(status, facts, env.now), {
    reconciliationStatus: status.reconciliationStatus,
    jobStatus: status.jobStatus,
  })

/** It has no job of its own: FINISHED is what the reference operator writes whenever it takes a cluster away. */
const withoutJob = (status: FlinkDeploymentStatus): FlinkDeploymentStatus => withJob(status, { state: null })
