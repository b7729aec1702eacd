import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { Problem } from '../../contract/round/decision.ts'
import type { ClusterRound } from '../cluster-round.ts'
import { jobManagerDownProblem } from './job-manager-down.ts'
import { flinkConfigName } from '../../manifest/object-names.ts'
import { type JobManagerFailure, jobManagerFailure } from '../observe/pod-failure.ts'
import { missingJobManager } from '../recovery/lost-cluster.ts'
import { restProblem } from '../observe/rest-unreachable.ts'

/** A cluster's round for reports: it also has the status before this round. */
export interface ReportedClusterRound extends ClusterRound {
  readonly observed: ClusterRound['observed'] & { readonly recorded: { readonly status: FlinkDeploymentStatus } }
}

/** The observed problem of a cluster: its JobManager can't start, can't be reached, is missing, or is not ready for long. */
export const clusterProblem = (round: ReportedClusterRound, status: FlinkDeploymentStatus, waits: string | null = null): Problem | null =>
  podProblem(round, status) ?? restProblem(round, status) ?? missingProblem(round, status)
    ?? jobManagerDownProblem(round, status, waits)

const podProblem = (
  { desired: { meta }, observed: { facts } }: Pick<ClusterRound, 'desired' | 'observed'>,
  status: FlinkDeploymentStatus,
): Problem | null => {
  if (status.jobManagerDeploymentStatus !== 'ERROR' || facts.deployment?._tag !== 'Known' || facts.jobManagerPods?._tag !== 'Known')
    return null
  const failure = jobManagerFailure(facts.deployment.value, facts.jobManagerPods.value)
  return failure === null ? null
    : {
      owner: 'job-manager',
      type: 'DeploymentFailedException',
      message: `${failure.message}${adviceFor(failure, meta.name)}`,
      reason: failure.reason,
    }
}

/** Advice for a pod without a ConfigMap that only a deploy creates: the deploy was interrupted, or the ConfigMap was deleted. */
const adviceFor = ({ reason, message }: JobManagerFailure, clusterId: string): string =>
  reason === 'FailedMount' && message.includes(flinkConfigName(clusterId))
    ? `. If it does not appear, a new spec.restartNonce deploys the cluster with it again` : ''

const missingProblem = (
  { desired: { deployed }, observed: { recorded } }: Pick<ReportedClusterRound, 'desired' | 'observed'>,
  status: FlinkDeploymentStatus,
): Problem | null =>
  status.jobManagerDeploymentStatus === 'MISSING' && recorded.status.jobManagerDeploymentStatus !== 'MISSING' && isMeantToRun(deployed)
    && status.operation === null && recorded.status.operation === null && status.reconciliationStatus.state === 'DEPLOYED'
    ? missingJobManager : null

const isMeantToRun = (deployed: ClusterRound['desired']['deployed']): boolean =>
  deployed._tag === 'Deployed' && deployed.reconciled.spec.job?.state !== 'suspended'
