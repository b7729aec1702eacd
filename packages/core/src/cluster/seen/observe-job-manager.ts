import type { DeploymentView } from '../../fact/deployment-view.ts'
import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import type { JobManagerDeploymentStatus } from '../../resource/cluster-status.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { EpochMillis } from '../../resource/time.ts'
import { type JobManagerFailure, jobManagerFailure } from './pod-failure.ts'
import { withJob, withRecord, withStatus } from '../../round/status-change.ts'
import { unlessSeenUp } from './unstarted.ts'

/** A mount that is late for longer than this is a failure (L4). */
export const lastingTroubleMillis = 30_000

/**
 * The JobManager Deployment's state (seed "State Machine of JobManager Deployment"; control-flow.md, section 3.4). Facts that were not
 * looked at, or could not be seen, leave it as it is; absence counts only when it was read live (B62). That the operator could not
 * ask REST (no route, a time-out, forbidden) is no news of Flink (F20): what is told then is what Kubernetes tells.
 *
 * | seen | new state |
 * |---|---|
 * | REST answers | READY |
 * | Deployment live absent | MISSING |
 * | Deployment or pod with a failure reason | ERROR |
 * | a replica available, Flink says that it is not ready | DEPLOYED_NOT_READY |
 * | a replica available, REST could not be asked | READY stays; else DEPLOYED_NOT_READY |
 * | no replica available, no failure | DEPLOYING |
 */
export const observeJobManager = (status: FlinkDeploymentStatus, facts: ClusterFacts, now: EpochMillis): FlinkDeploymentStatus => {
  const { state, troubleSince } = seenState(status, facts, now)
  const isDown = state === 'DEPLOYING' || state === 'DEPLOYED_NOT_READY' || state === 'ERROR'
  const updated = unlessSeenUp(
    withRecord(withStatus(status, { jobManagerDeploymentStatus: state }), {
      podTroubleSince: troubleSince,
      jobManagerDownSince: isDown ? (status.operatorRecord.jobManagerDownSince ?? now) : null,
    }),
    facts,
  )
  return isLostSight(updated, facts) ? withJob(updated, { state: 'RECONCILING' }) : updated
}

interface Seen {
  readonly state: JobManagerDeploymentStatus
  readonly troubleSince: EpochMillis | null
}

const seenState = (status: FlinkDeploymentStatus, facts: ClusterFacts, now: EpochMillis): Seen => {
  const before: Seen = { state: status.jobManagerDeploymentStatus, troubleSince: status.operatorRecord.podTroubleSince }
  const { deployment, jobs } = facts
  if (jobs?._tag === 'Known') return { state: 'READY', troubleSince: null }
  if (deployment === undefined || deployment._tag === 'Unknown') return before
  if (deployment._tag === 'Absent') return deployment.source === 'live' ? { state: 'MISSING', troubleSince: null } : before
  // while REST was not asked, a READY JobManager stays so: the cache may be old
  return before.state === 'READY' && jobs === undefined ? before : presentState(before, deployment.value, facts, now)
}

/** The Deployment is there and REST does not answer, or was not asked. */
const presentState = (before: Seen, deployment: DeploymentView, { jobs, jobManagerPods }: ClusterFacts, now: EpochMillis): Seen => {
  const pods = jobManagerPods?._tag === 'Known' ? jobManagerPods.value : null
  // trouble is over only when the pods were looked at and have none
  const failure = pods === null ? null : jobManagerFailure(deployment, pods)
  const troubleSince = pods === null ? before.troubleSince : failure === null ? null : (before.troubleSince ?? now)
  if (failure !== null && isLasting(failure, before.troubleSince, now)) return { state: 'ERROR', troubleSince }
  const isAvailable = deployment.availableReplicas > 0
  if (isAvailable && jobs !== undefined)
    return { state: before.state === 'READY' && isUnasked(jobs) ? 'READY' : 'DEPLOYED_NOT_READY', troubleSince }
  const isKept = (before.state === 'ERROR' && pods === null) || (before.state === 'DEPLOYED_NOT_READY' && isAvailable)
  return { state: isKept ? before.state : 'DEPLOYING', troubleSince }
}

const isLasting = ({ onlyIfLasting }: JobManagerFailure, since: EpochMillis | null, now: EpochMillis): boolean =>
  !onlyIfLasting || (since !== null && now - since > lastingTroubleMillis)

/** Is it the way to Flink that failed, and not Flink that answered? */
const isUnasked = (jobs: NonNullable<ClusterFacts['jobs']>): boolean => jobs._tag === 'Unknown' && jobs.reason !== 'NotReady'

/**
 * Without a healthy JobManager nobody knows what the job does; a job that was seen terminal stays terminal (P13). A look that failed on its
 * way says nothing of the job, unless Kubernetes says that its JobManager is not up.
 */
const isLostSight = (
  { jobManagerDeploymentStatus, jobStatus }: FlinkDeploymentStatus,
  { jobs, deployment }: ClusterFacts,
): boolean =>
  !isTerminal(jobStatus.state)
  && (jobManagerDeploymentStatus === 'MISSING' || jobManagerDeploymentStatus === 'ERROR'
    || (jobs?._tag === 'Unknown' && jobStatus.state === 'RUNNING' && !(isUnasked(jobs) && isUp(deployment))))

/** As far as can be seen: one that could not be seen is not down. */
const isUp = (deployment: ClusterFacts['deployment']): boolean => deployment?._tag !== 'Known' || deployment.value.availableReplicas > 0
