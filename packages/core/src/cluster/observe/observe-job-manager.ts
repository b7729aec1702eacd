import type { DeploymentView } from '../../contract/fact/object-view.ts'
import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import type { JobManagerDeploymentStatus, FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { isTerminal } from '../../contract/resource/job-status.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { type JobManagerFailure, jobManagerFailure } from './pod-failure.ts'
import { withJob, withRecord, withStatus } from '../../contract/round/status-change.ts'
import { unlessSeenUp } from './job-manager-start.ts'

/** A failed mount that lasts longer than this is a failure (L4). */
export const lastingTroubleMillis = 30_000

/**
 * The state of the JobManager Deployment (seed "State Machine of JobManager Deployment"; control-flow.md, section 3.4). Facts that were not
 * queried or failed leave it unchanged. Absence counts only from a live query (B62). If the operator could not query REST (no route, a
 * timeout, forbidden), that says nothing about Flink (F20); the status then follows Kubernetes.
 *
 * | observed | new state |
 * |---|---|
 * | REST answers | READY |
 * | Deployment absent by a live query | MISSING |
 * | Deployment or pod with a failure reason | ERROR |
 * | a replica available, Flink reports that it is not ready | DEPLOYED_NOT_READY |
 * | a replica available, REST could not be queried | READY stays; else DEPLOYED_NOT_READY |
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
  // until REST was queried, a READY JobManager stays so: the cache may be old
  return before.state === 'READY' && jobs === undefined ? before : presentState(before, deployment.value, facts, now)
}

/** The state if the Deployment exists and REST does not answer, or was not queried. */
const presentState = (before: Seen, deployment: DeploymentView, { jobs, jobManagerPods }: ClusterFacts, now: EpochMillis): Seen => {
  const pods = jobManagerPods?._tag === 'Known' ? jobManagerPods.value : null
  // the failure is over only when the pods were read and have none
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

/** True if the connection to Flink failed, rather than Flink answering. */
const isUnasked = (jobs: NonNullable<ClusterFacts['jobs']>): boolean => jobs._tag === 'Unknown' && jobs.reason !== 'NotReady'

/**
 * True if the job's state is unknown because the JobManager is unhealthy. A job that was observed as terminal stays terminal (P13). A
 * failed connection says nothing about the job, unless Kubernetes reports that its JobManager is not up.
 */
const isLostSight = (
  { jobManagerDeploymentStatus, jobStatus }: FlinkDeploymentStatus,
  { jobs, deployment }: ClusterFacts,
): boolean =>
  !isTerminal(jobStatus.state)
  && (jobManagerDeploymentStatus === 'MISSING' || jobManagerDeploymentStatus === 'ERROR'
    || (jobs?._tag === 'Unknown' && jobStatus.state === 'RUNNING' && !(isUnasked(jobs) && isUp(deployment))))

/** As far as observed: a Deployment that could not be read does not count as down. */
const isUp = (deployment: ClusterFacts['deployment']): boolean => deployment?._tag !== 'Known' || deployment.value.availableReplicas > 0
