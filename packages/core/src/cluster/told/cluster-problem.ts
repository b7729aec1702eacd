import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { Problem } from '../../round/decision.ts'
import type { ClusterRound } from '../cluster-round.ts'
import { jobManagerDownProblem } from './job-manager-down.ts'
import { flinkConfigName } from '../manifest/object-names.ts'
import { type JobManagerFailure, jobManagerFailure } from '../seen/pod-failure.ts'
import { restProblem } from '../seen/rest-unreachable.ts'

/** What is told of a cluster beside what decisions read of it: also how it was recorded before this round. */
export interface ToldClusterRound extends ClusterRound {
  readonly observed: ClusterRound['observed'] & { readonly recorded: { readonly status: FlinkDeploymentStatus } }
}

/** What was seen to be wrong with a cluster: its JobManager can't come up, can't be reached, is missing, or is not ready for long. */
export const clusterProblem = (round: ToldClusterRound, status: FlinkDeploymentStatus, waits: string | null = null): Problem | null =>
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

/** A ConfigMap that only a deploy makes: one that was cut short, or somebody who took it away, left the pod without it. */
const adviceFor = ({ reason, message }: JobManagerFailure, clusterId: string): string =>
  reason === 'FailedMount' && message.includes(flinkConfigName(clusterId))
    ? `. If it does not come by itself, a new spec.restartNonce deploys the cluster with it again` : ''

const missingProblem = (
  { desired: { deployed }, observed: { recorded } }: Pick<ToldClusterRound, 'desired' | 'observed'>,
  status: FlinkDeploymentStatus,
): Problem | null =>
  status.jobManagerDeploymentStatus === 'MISSING' && recorded.status.jobManagerDeploymentStatus !== 'MISSING' && isMeantToRun(deployed)
    && status.operation === null && recorded.status.operation === null && status.reconciliationStatus.state === 'DEPLOYED'
    ? { owner: 'job-manager', type: 'MissingJobManagerException', message: 'Missing JobManager deployment', reason: 'Missing' } : null

const isMeantToRun = (deployed: ClusterRound['desired']['deployed']): boolean =>
  deployed._tag === 'Deployed' && deployed.reconciled.spec.job?.state !== 'suspended'
