import { finishDeploy as finishDeployOf } from '../../../../cluster/deploy/continue-deploy.ts'
import type { DeployOperation } from '../../../../contract/resource/operation.ts'
import { deployedFrom } from '../../../../job/record/last-state-of.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { recordDeployed, recordRedeployed } from '../record/status-updates.ts'

/** Records the deploy of a job with its cluster, and what the job was started from. */
export const finishDeploy = (round: Round, operation: DeployOperation): JobDecision => {
  const { desired, env: { now } } = round
  const { id, targetGeneration: generation, source } = operation
  return finishDeployOf(round, operation, {
    target: desired.attempt,
    redeployed: (status, isRollback) => recordRedeployed(status, desired, id, isRollback, now),
    deployed: (status, { target: { spec, job }, mode }) => recordDeployed(status, { desired, spec, job, mode, now }, { id, generation }),
    source: deployedFrom(source),
  })
}
