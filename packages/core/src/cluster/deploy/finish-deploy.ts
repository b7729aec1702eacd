import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { type DeployOperation, type DeploySource, isAgain } from '../../contract/resource/operation.ts'
import { act, pollMillis } from '../../contract/round/decision.ts'
import { withRecord, withStatus } from '../../contract/round/status-change.ts'
import type { DeployDecision, DeployRound } from './deploy-hooks.ts'

/** How the owner of the cluster records a deploy. */
export interface DeployRecord<Target> {
  /** The spec of the attempt. Null: its record is gone. */
  readonly target: Target | null
  /** The previous or the stable spec was deployed again; the recorded spec does not change. */
  readonly redeployed: (status: FlinkDeploymentStatus, isRollback: boolean) => FlinkDeploymentStatus
  readonly deployed: (status: FlinkDeploymentStatus, target: Target) => FlinkDeploymentStatus
  readonly source: DeploySource
}

/** The operator has observed every object of the attempt: it records the new spec as running (control-flow.md, section 1.3/2). */
export const finishDeploy = <Target>(
  { observed: { status } }: Pick<DeployRound, 'observed'>,
  { purpose }: DeployOperation,
  { target, redeployed, deployed, source }: DeployRecord<Target>,
): DeployDecision => {
  if (target === null) return act(withStatus(status, { operation: null }), 'the record of the attempt is gone')
  const { ClusterHealthInfo: _dropped, ...clusterInfo } = status.clusterInfo
  const before = withStatus(status, { clusterInfo })
  const recorded = purpose === 'Rollback' || isAgain(purpose) ? redeployed(before, purpose === 'Rollback') : deployed(before, target)
  return act(withRecord(recorded, { deployedSource: source }), 'every object of the attempt exists', {
    after: pollMillis,
    waitingFor: 'the JobManager to come up',
  })
}
