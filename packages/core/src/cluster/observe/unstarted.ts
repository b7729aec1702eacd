import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import type { DeploymentView } from '../../contract/fact/deployment-view.ts'
import { attemptAnnotation } from '../../contract/resource/attempt-annotation.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { lateArrivalLimit } from '../../contract/resource/operation.ts'
import { withRecord } from '../../contract/round/status-change.ts'

/** Clears the record that the Deployment never ran, once Flink answers or a replica is available. */
export const unlessSeenUp = (
  status: FlinkDeploymentStatus,
  { deployment, jobs }: Pick<ClusterFacts, 'deployment' | 'jobs'>,
): FlinkDeploymentStatus =>
  status.operatorRecord.unstartedDeployment !== null
    && (jobs?._tag === 'Known' || (deployment?._tag === 'Known' && deployment.value.availableReplicas > 0))
    ? withRecord(status, { unstartedDeployment: null }) : status

/**
 * True if the record says that no job ran in this Deployment. A recreated Deployment has another uid than the one whose pods the operator
 * let start. A cluster of the reference operator has no such record: its Deployment has to be as old as the last deploy, and no job may
 * have been observed since.
 */
export const isRecordedUnstarted = (status: FlinkDeploymentStatus, deployment: DeploymentView): boolean =>
  !isSeenSinceDeploy(status)
  && (isOfReference(status, deployment) ? isOfLastDeploy(status, deployment)
    : status.operatorRecord.unstartedDeployment === deployment.uid)

const isOfReference = ({ operatorRecord }: FlinkDeploymentStatus, { annotations }: DeploymentView): boolean =>
  operatorRecord.deployedAttempt === null && operatorRecord.deployedSource === null && annotations[attemptAnnotation] === undefined

/** True if it is as old as the last deploy that the reference operator recorded. */
export const isOfLastDeploy = (
  { reconciliationStatus: { reconciliationTimestamp } }: FlinkDeploymentStatus,
  { creationTimestamp }: Pick<DeploymentView, 'creationTimestamp'>,
): boolean => creationTimestamp <= reconciliationTimestamp + lateArrivalLimit

/** True if a job was observed since the deploy: only a JobManager that answers reports a job's state, and each deploy resets it. */
const isSeenSinceDeploy = (
  { jobStatus: { state, updateTime }, reconciliationStatus: { reconciliationTimestamp } }: FlinkDeploymentStatus,
): boolean => (state !== null && state !== 'RECONCILING') || (updateTime !== null && Number(updateTime) > reconciliationTimestamp)
