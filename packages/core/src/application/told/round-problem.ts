import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { Problem } from '../../round/decision.ts'
import { contradiction, jobProblem, validationProblem } from '../../job/told/job-problem.ts'
import { jobManagerFailure } from '../../cluster/seen/pod-failure.ts'
import { restProblem } from '../../cluster/seen/rest-unreachable.ts'
import type { Round } from '../round.ts'

/**
 * What was seen to be wrong in this round, whatever the situation: the JobManager can't come up, is missing, the job failed, or the spec is
 * not valid.
 */
export const roundProblem = (round: Round, status: FlinkDeploymentStatus): Problem | null =>
  round.desired.meta.deletionTimestamp === null
    ? (contradiction(round, status) ?? podProblem(round, status) ?? restProblem(round, status) ?? missingProblem(round, status)
      ?? jobProblem(round, status) ?? validationProblem(round)) : null

const podProblem = ({ observed: { facts } }: Pick<Round, 'observed'>, status: FlinkDeploymentStatus): Problem | null => {
  if (status.jobManagerDeploymentStatus !== 'ERROR' || facts.deployment?._tag !== 'Known' || facts.jobManagerPods?._tag !== 'Known')
    return null
  const failure = jobManagerFailure(facts.deployment.value, facts.jobManagerPods.value)
  return failure === null ? null
    : { owner: 'job-manager', type: 'DeploymentFailedException', message: failure.message, reason: failure.reason }
}

const missingProblem = (
  { desired: { deployed }, observed: { recorded } }: Pick<Round, 'desired' | 'observed'>,
  status: FlinkDeploymentStatus,
): Problem | null =>
  status.jobManagerDeploymentStatus === 'MISSING' && recorded.status.jobManagerDeploymentStatus !== 'MISSING' && isMeantToRun(deployed)
    && status.operation === null && recorded.status.operation === null && status.reconciliationStatus.state === 'DEPLOYED'
    ? { owner: 'job-manager', type: 'MissingJobManagerException', message: 'Missing JobManager deployment', reason: 'Missing' } : null

const isMeantToRun = (deployed: Round['desired']['deployed']): boolean =>
  deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'running'
