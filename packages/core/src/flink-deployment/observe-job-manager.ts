import type { FlinkDeploymentFacts } from '../fact/flink-deployment-facts.ts'
import type { FlinkDeploymentStatus, JobManagerDeploymentStatus } from '../resource/flink-deployment-status.ts'
import { isTerminal } from '../resource/job-state.ts'
import type { EpochMillis } from '../resource/time.ts'
import { jobManagerFailure } from './pod-failure.ts'
import { withJob, withRecord, withStatus } from './status-change.ts'

/** A mount that is late for longer than this is a failure (L4). */
export const lastingTroubleMillis = 30_000

/**
 * The JobManager Deployment's state (seed "State Machine of JobManager Deployment"; control-flow.md, section 3.4). Facts that were not
 * looked at, or could not be seen, leave it as it is; absence counts only when it was read live (B62).
 *
 * | seen | new state |
 * |---|---|
 * | REST answers | READY |
 * | Deployment live absent | MISSING |
 * | Deployment or pod with a failure reason | ERROR |
 * | a replica available, REST does not answer | DEPLOYED_NOT_READY |
 * | no replica available, no failure | DEPLOYING |
 */
export const observeJobManager = (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts, now: EpochMillis): FlinkDeploymentStatus => {
  const { state, troubleSince } = seenState(status, facts, now)
  const updated = withRecord(withStatus(status, { jobManagerDeploymentStatus: state }), { podTroubleSince: troubleSince })
  return isLostSight(updated, facts) ? withJob(updated, { state: 'RECONCILING' }) : updated
}

interface Seen {
  readonly state: JobManagerDeploymentStatus
  readonly troubleSince: EpochMillis | null
}

const seenState = (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts, now: EpochMillis): Seen => {
  const before = status.jobManagerDeploymentStatus
  const since = status.operatorRecord.podTroubleSince
  const { deployment, jobs, jobManagerPods } = facts
  if (jobs?._tag === 'Known') return { state: 'READY', troubleSince: null }
  if (deployment === undefined || deployment._tag === 'Unknown') return { state: before, troubleSince: since }
  if (deployment._tag === 'Absent') return deployment.source === 'live' ? { state: 'MISSING', troubleSince: null } : { state: before, troubleSince: since }
  // while REST was not asked, a READY JobManager stays so: the cache may be old
  if (before === 'READY' && jobs === undefined) return { state: before, troubleSince: since }
  const pods = jobManagerPods?._tag === 'Known' ? jobManagerPods.value : null
  const failure = pods === null ? null : jobManagerFailure(deployment.value, pods)
  if (failure !== null && !failure.onlyIfLasting) return { state: 'ERROR', troubleSince: since }
  if (failure !== null && since !== null && now - since > lastingTroubleMillis) return { state: 'ERROR', troubleSince: since }
  const troubleSince = failure === null ? (pods === null ? since : null) : (since ?? now)
  if (deployment.value.availableReplicas > 0 && jobs !== undefined) return { state: 'DEPLOYED_NOT_READY', troubleSince }
  // an error is over only when the pods were looked at and have none
  if (before === 'ERROR' && pods === null) return { state: 'ERROR', troubleSince }
  if (before === 'DEPLOYED_NOT_READY' && deployment.value.availableReplicas > 0) return { state: before, troubleSince }
  return { state: 'DEPLOYING', troubleSince }
}

/** Without a healthy JobManager nobody knows what the job does; a job that was seen terminal stays terminal (P13). */
const isLostSight = ({ jobManagerDeploymentStatus, jobStatus }: FlinkDeploymentStatus, { jobs }: FlinkDeploymentFacts): boolean =>
  !isTerminal(jobStatus.state)
  && (jobManagerDeploymentStatus === 'MISSING' || jobManagerDeploymentStatus === 'ERROR' || (jobs?._tag === 'Unknown' && jobStatus.state === 'RUNNING'))
