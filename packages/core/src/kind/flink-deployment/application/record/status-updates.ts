import { taskManagerInfo } from '../../../../cluster/observe/observe-cluster-info.ts'
import * as job from '../../../../job/record/record-updates.ts'
import type { RecordUpdate } from '../../../../job/record/record-updates.ts'
import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import { isTerminal } from '../../../../contract/resource/job-status.ts'
import { withJob, withRecord, withStatus } from '../../../../contract/round/status-change.ts'
import type { FlinkDeploymentDesired } from '../application-round.ts'

/**
 * The named status updates of a job (`job/record/record-updates.ts`), extended with the fields that a FlinkDeployment reports about its
 * cluster.
 */
interface Update extends RecordUpdate {
  readonly desired: FlinkDeploymentDesired
}

/** Records that the cluster asks for no TaskManagers. */
export const withoutTaskManagers = (status: FlinkDeploymentStatus, { meta }: Pick<FlinkDeploymentDesired, 'meta'>): FlinkDeploymentStatus =>
  withStatus(status, { taskManager: taskManagerInfo(meta.name, null) })

const withTaskManagers = (status: FlinkDeploymentStatus, { meta, wanted }: FlinkDeploymentDesired): FlinkDeploymentStatus =>
  withStatus(status, { taskManager: taskManagerInfo(meta.name, wanted) })

export const recordBeforeDeploy = (status: FlinkDeploymentStatus, update: Update, firstDeployment: boolean): FlinkDeploymentStatus =>
  withoutTaskManagers(job.recordBeforeDeploy(status, update, firstDeployment), update.desired)

export const recordSuspended = (status: FlinkDeploymentStatus, update: Update): FlinkDeploymentStatus =>
  withoutTaskManagers(job.recordSuspended(status, update), update.desired)

/** Records the deploy after the operator has observed every object of the attempt. */
export const recordDeployed = (
  status: FlinkDeploymentStatus,
  update: Update,
  attempt: { readonly id: string; readonly generation: number },
): FlinkDeploymentStatus => comingUp(withTaskManagers(job.recordDeployed(status, update, attempt), update.desired), update.now)

export const recordRunning = (status: FlinkDeploymentStatus, update: Update): FlinkDeploymentStatus =>
  withTaskManagers(job.recordRunning(status, update), update.desired)

export const recordRedeployed = (
  status: FlinkDeploymentStatus,
  desired: FlinkDeploymentDesired,
  attemptId: string,
  isRollback: boolean,
  now: number,
): FlinkDeploymentStatus => comingUp(job.recordRedeployed(status, desired, attemptId, isRollback, now), now)

export const recordAlreadyUpgraded = (status: FlinkDeploymentStatus, desired: FlinkDeploymentDesired): FlinkDeploymentStatus =>
  comingUp(job.recordAlreadyUpgraded(status, desired), null)

/** The write that records the deploy also sets since when the JobManager is down, so that the next round has nothing to write. */
const comingUp = (status: FlinkDeploymentStatus, since: number | null): FlinkDeploymentStatus =>
  withRecord(withStatus(status, { jobManagerDeploymentStatus: 'DEPLOYING' }), { jobManagerDownSince: since })

/** Records that the cluster is gone (control-flow.md, section 8.2/5). */
export const recordClusterGone = (status: FlinkDeploymentStatus): FlinkDeploymentStatus => {
  const gone = withStatus(status, { jobManagerDeploymentStatus: 'MISSING' })
  return isTerminal(gone.jobStatus.state) ? gone : withJob(gone, { state: 'FINISHED' })
}
