import type { Explanation } from '../../contract/round/explanation.ts'
import type { Obstacle } from '../../contract/round/unblocked-by.ts'
import { event, type Problem } from '../../contract/round/decision.ts'
import { ingressNotManaged } from '../ingress/ingress-step.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { ClusterRound } from '../cluster-round.ts'
import { jobManagerDownProblem } from './job-manager-down.ts'
import { attemptKey } from '../../manifest/attempt-key.ts'
import { flinkConfigName } from '../../manifest/object-metadata.ts'
import { type JobManagerFailure, jobManagerFailure } from '../observe/pod-failure.ts'
import { missingJobManager } from '../recovery/lost-cluster.ts'
import { restProblem } from '../observe/rest-unreachable.ts'

/** What removes the obstacles, whatever the situation. An obstacle that is not being deleted needs a user. Null: there are none. */
export const outOfTheWay = (obstacles: readonly Obstacle[]): Explanation['unblockedBy'] | null => {
  const names = obstacles.map(({ kind, name }) => `${kind} ${name}`).join(', ')
  const staying = obstacles.find(({ isGoing }) => !isGoing)
  return obstacles.length === 0 ? null
    : staying === undefined ? { who: 'cluster', what: `${names} is gone: it is being deleted` }
    : { who: 'person', what: `${names} no longer blocks this resource. ${staying.kind} ${staying.name}: ${staying.remedy}` }
}

/** The events of every FlinkDeployment, with the reference operator's reasons and texts (control-flow.md, section 7.2). */
export const clusterEvents = {
  rollback: event('Normal', 'JobManagerDeployment', 'Rollback', 'Rolling back failed deployment.'),
  cleanup: event('Normal', 'Operator', 'Cleanup', 'Cleaning up FlinkDeployment', null, 'Once'),
  ingressNotManaged,
  recover: event('Warning', 'Job', 'RecoverDeployment', 'Recovering lost deployment'),
} as const

/** A cluster's round for reports: it also has the status before this round. */
export interface ReportedClusterRound extends ClusterRound {
  readonly observed: ClusterRound['observed'] & { readonly recorded: { readonly status: FlinkDeploymentStatus } }
}

/** The observed problem of a cluster: its JobManager can't start, can't be reached, is missing, or is not ready for long. */
export const clusterProblem = (round: ReportedClusterRound, status: FlinkDeploymentStatus, waits: string | null = null): Problem | null =>
  podProblem(round, status) ?? restProblem(round, status) ?? missingProblem(round, status)
    ?? jobManagerDownProblem(round, status, waits)

/** Why the JobManager can't start. Null: it can, or it is unknown. */
const failureIn = (
  { observed: { facts } }: Pick<ClusterRound, 'observed'>,
  { jobManagerDeploymentStatus }: FlinkDeploymentStatus,
): JobManagerFailure | null =>
  jobManagerDeploymentStatus === 'ERROR' && facts.deployment?._tag === 'Known' && facts.jobManagerPods?._tag === 'Known'
    ? jobManagerFailure(facts.deployment.value, facts.jobManagerPods.value) : null

type PodRound = Pick<ClusterRound, 'desired' | 'observed'>

const podProblem = (round: PodRound, status: FlinkDeploymentStatus): Problem | null => {
  const failure = failureIn(round, status)
  return failure === null ? null
    : {
      owner: 'job-manager',
      type: 'DeploymentFailedException',
      message: `${failure.message}${adviceFor(failure, round.desired.meta.name, status)}`,
      reason: failure.reason,
    }
}

/** The problem of a JobManager that no round starts: the status does not know its attempt (W42). Null: it is another one, or none. */
export const unknownAttemptProblem = (round: PodRound, status: FlinkDeploymentStatus): Problem | null => {
  const failure = failureIn(round, status)
  return failure !== null && isOfKey(failure) && !isOfKnownKey(failure, status) ? podProblem(round, status) : null
}

const isOfKey = ({ reason, message }: JobManagerFailure): boolean =>
  reason === 'FailedMount' && message.includes(`non-existent config key: ${attemptKey('')}`)

const isOfKnownKey = (
  { message }: JobManagerFailure,
  { operation, operatorRecord: { deployedAttempt } }: FlinkDeploymentStatus,
): boolean => [operation?.id, deployedAttempt].some(id => id != null && message.includes(attemptKey(id)))

/**
 * Advice for a pod without a ConfigMap that only a deploy creates: the deploy was interrupted, or the ConfigMap was deleted. If the key of
 * an attempt is missing that the status does not know, nothing lets the pods of that attempt start any more (attempt-key.ts, W42).
 */
const adviceFor = (failure: JobManagerFailure, clusterId: string, status: FlinkDeploymentStatus): string => {
  if (failure.reason !== 'FailedMount') return ''
  if (isOfKey(failure) && !isOfKnownKey(failure, status))
    return `. The status does not know the attempt of this cluster, and no container of it ever started. If this lasts, delete Deployment ${clusterId}: the operator then decides anew`
  return isOfKey(failure) || failure.message.includes(flinkConfigName(clusterId))
    ? '. If it does not appear, a new spec.restartNonce deploys the cluster with it again' : ''
}

const missingProblem = (
  { desired: { deployed }, observed: { recorded } }: Pick<ReportedClusterRound, 'desired' | 'observed'>,
  status: FlinkDeploymentStatus,
): Problem | null =>
  status.jobManagerDeploymentStatus === 'MISSING' && recorded.status.jobManagerDeploymentStatus !== 'MISSING' && isMeantToRun(deployed)
    && status.operation === null && recorded.status.operation === null && status.reconciliationStatus.state === 'DEPLOYED'
    ? missingJobManager : null

const isMeantToRun = (deployed: ClusterRound['desired']['deployed']): boolean =>
  deployed._tag === 'Deployed' && deployed.reconciled.spec.job?.state !== 'suspended'
