import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import type { DeploymentView } from '../../fact/deployment-view.ts'
import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { lateArrivalLimit } from '../../resource/operation.ts'
import type { EpochMillis, Millis } from '../../resource/time.ts'
import { withRecord } from '../../round/status-change.ts'

/**
 * How soon after the first create the operator has to find the Deployment, so that it is surely the one that it created. Nobody starts a
 * JobManager, runs a job until it has a checkpoint, and replaces the Deployment in less.
 */
const foundWithin: Millis = 10_000

/** The operator begins to create the objects of an attempt. */
export const creatingBegins = (status: FlinkDeploymentStatus, now: EpochMillis): FlinkDeploymentStatus =>
  withRecord(status, { unstarted: { creatingSince: now, deploymentUid: null } })

/** By a clock that was ahead nobody can tell how soon the Deployment was found. */
export const unlessAhead = (status: FlinkDeploymentStatus, ahead: readonly string[]): FlinkDeploymentStatus =>
  ahead.includes('status.operatorRecord.unstarted.creatingSince') ? withRecord(status, { unstarted: null }) : status

/** The operator found every object of the attempt. One that it finds late may be the second of its name: it is not recorded. */
export const deploymentFound = (
  status: FlinkDeploymentStatus,
  { deployment }: Pick<ClusterFacts, 'deployment'>,
  attempt: string,
  now: EpochMillis,
): FlinkDeploymentStatus => {
  const since = status.operatorRecord.unstarted?.creatingSince ?? null
  const isSoon = since !== null && since <= now && now - since <= foundWithin
  const isIt = deployment?._tag === 'Known' && !deployment.value.deleting && deployment.value.annotations[attemptAnnotation] === attempt
  return withRecord(status, {
    unstarted: isSoon && isIt ? { creatingSince: null, deploymentUid: deployment.value.uid } : null,
  })
}

/** Flink answers, or a replica is available: something runs in the Deployment. */
export const unlessSeenUp = (
  status: FlinkDeploymentStatus,
  { deployment, jobs }: Pick<ClusterFacts, 'deployment' | 'jobs'>,
): FlinkDeploymentStatus =>
  status.operatorRecord.unstarted !== null
    && (jobs?._tag === 'Known' || (deployment?._tag === 'Known' && deployment.value.availableReplicas > 0))
    ? withRecord(status, { unstarted: null }) : status

/**
 * Does the record say that nothing ran in this Deployment? A Deployment that somebody made anew has another uid than the one that the
 * operator found. What the reference operator deployed has no such record: there the Deployment has to be as old as the last deploy, and
 * nothing may tell of a job that was seen since.
 */
export const isRecordedUnstarted = (status: FlinkDeploymentStatus, deployment: DeploymentView): boolean =>
  !isSeenSinceDeploy(status)
  && (isOfReference(status, deployment) ? isOfLastDeploy(status, deployment)
    : status.operatorRecord.unstarted?.deploymentUid === deployment.uid)

const isOfReference = ({ operatorRecord }: FlinkDeploymentStatus, { annotations }: DeploymentView): boolean =>
  operatorRecord.deployedAttempt === null && operatorRecord.deployedSource === null && annotations[attemptAnnotation] === undefined

/** Is it as old as the last deploy that the reference operator recorded? */
export const isOfLastDeploy = (
  { reconciliationStatus: { reconciliationTimestamp } }: FlinkDeploymentStatus,
  { creationTimestamp }: Pick<DeploymentView, 'creationTimestamp'>,
): boolean => creationTimestamp <= reconciliationTimestamp + lateArrivalLimit

/** Only a JobManager that answers tells a state of the job; each deploy sets it back. */
const isSeenSinceDeploy = (
  { jobStatus: { state, updateTime }, reconciliationStatus: { reconciliationTimestamp } }: FlinkDeploymentStatus,
): boolean => (state !== null && state !== 'RECONCILING') || (updateTime !== null && Number(updateTime) > reconciliationTimestamp)
