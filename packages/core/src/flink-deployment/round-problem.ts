import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import type { Problem } from './decision.ts'
import { jobManagerFailure } from './pod-failure.ts'
import type { Round } from './round.ts'

/** What was seen to be wrong in this round, whatever the situation: the JobManager can't come up, is missing, or the job failed. */
export const roundProblem = ({ desired, observed: { recorded, facts } }: Round, status: FlinkDeploymentStatus): Problem | null => {
  if (desired.meta.deletionTimestamp !== null) return null
  if (status.jobManagerDeploymentStatus === 'ERROR' && facts.deployment?._tag === 'Known' && facts.jobManagerPods?._tag === 'Known') {
    const failure = jobManagerFailure(facts.deployment.value, facts.jobManagerPods.value)
    return failure === null ? null : { owner: 'job-manager', type: 'DeploymentFailedException', message: failure.message, reason: failure.reason }
  }
  const wentMissing = status.jobManagerDeploymentStatus === 'MISSING' && recorded.status.jobManagerDeploymentStatus !== 'MISSING' && status.operation === null
    && status.reconciliationStatus.state === 'DEPLOYED' && recorded.status.operation === null && desired.deployed._tag === 'Deployed' && desired.deployed.reconciled.job.state === 'running'
  if (wentMissing) return { owner: 'job-manager', type: 'MissingJobManagerException', message: 'Missing JobManager deployment', reason: 'Missing' }
  if (status.jobStatus.state === 'FAILED' && recorded.status.jobStatus.state !== 'FAILED') {
    const cause = facts.exceptions?._tag === 'Known' ? facts.exceptions.value[0] : undefined
    return { owner: 'job', type: cause?.type ?? 'JobFailed', message: (cause?.stackTrace ?? 'The job failed').split('\n')[0] ?? '', reason: 'Error' }
  }
  return null
}
