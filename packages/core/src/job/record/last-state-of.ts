import { knownState, startedFrom, type StateWitnesses } from './known-state.ts'
import type { LastState } from '../../resource/last-state.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { DeployedSpec } from '../../cluster/deployed-spec.ts'

const witnesses = ({ jobStatus, operatorRecord }: FlinkDeploymentStatus, deployed: DeployedSpec): StateWitnesses => {
  const record = deployed._tag === 'Deployed' ? deployed.reconciled : null
  return {
    recorded: operatorRecord.lastState,
    upgradeSavepointPath: jobStatus.upgradeSavepointPath,
    savepointInfo: jobStatus.savepointInfo,
    jobId: jobStatus.jobId,
    wasSeen: jobStatus.startTime !== null,
    isCancelled: jobStatus.state === 'CANCELED',
    used: record?.job.upgradeMode ?? null,
    isSuspended: record?.job.state === 'suspended',
    firstDeployment: record?.firstDeployment === true,
    deployedSource: operatorRecord.deployedSource,
    deployedAttempt: operatorRecord.deployedAttempt,
  }
}

/** What the next start of the job goes on from, by all that the status says of it. */
export const lastStateOf = (status: FlinkDeploymentStatus, deployed: DeployedSpec): LastState => knownState(witnesses(status, deployed))

/** What the deployed cluster was started from. */
export const startOf = (status: FlinkDeploymentStatus, deployed: DeployedSpec): LastState => startedFrom(witnesses(status, deployed))
