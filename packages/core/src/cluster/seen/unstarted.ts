import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import type { DeploymentView } from '../../fact/deployment-view.ts'
import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { lateArrivalLimit } from '../../resource/operation.ts'
import { withRecord } from '../../round/status-change.ts'

/** Flink answers, or a replica is available: something runs in the Deployment. */
export const unlessSeenUp = (
  status: FlinkDeploymentStatus,
  { deployment, jobs }: Pick<ClusterFacts, 'deployment' | 'jobs'>,
): FlinkDeploymentStatus =>
  status.operatorRecord.unstartedDeployment !== null
    && (jobs?._tag === 'Known' || (deployment?._tag === 'Known' && deployment.value.availableReplicas > 0))
    ? withRecord(status, { unstartedDeployment: null }) : status

/**
 * Does the record say that nothing ran in this Deployment? A Deployment that somebody made anew has another uid than the one whose pods
 * the operator let start. What the reference operator deployed has no such record: there the Deployment has to be as old as the last
 * deploy, and nothing may tell of a job that was seen since.
 */
export const isRecordedUnstarted = (status: FlinkDeploymentStatus, deployment: DeploymentView): boolean =>
  !isSeenSinceDeploy(status)
  && (isOfReference(status, deployment) ? isOfLastDeploy(status, deployment)
    : status.operatorRecord.unstartedDeployment === deployment.uid)

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
