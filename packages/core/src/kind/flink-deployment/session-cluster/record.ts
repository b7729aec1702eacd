import type { ConfiguredCluster } from '../../../spec/configured-spec.ts'
import { taskManagerInfo } from '../../../cluster/observe/observe-cluster-info.ts'
import { encodeRecordedSpec } from '../../../crd/recorded-spec.ts'
import type { FlinkDeploymentStatus } from '../../../contract/resource/flink-deployment-status.ts'
import type { EpochMillis } from '../../../contract/resource/time.ts'
import { withReconciliation, withRecord, withStatus } from '../../../contract/round/status-change.ts'
import type { SessionClusterDesired } from './session-cluster-round.ts'

/** Input of the named status updates of control-flow.md, section 1.3, for a session cluster. */
interface Update {
  readonly desired: SessionClusterDesired
  readonly target: ConfiguredCluster
  readonly now: EpochMillis
}

const textOf = ({ spec }: ConfiguredCluster, firstDeployment: boolean): string => encodeRecordedSpec({ spec, firstDeployment })

const isFirst = ({ deployed }: SessionClusterDesired): boolean =>
  deployed._tag !== 'Deployed' || deployed.reconciled.firstDeployment === true

/**
 * `status.taskManager`: in standalone mode the replicas of the TaskManager Deployment; in native mode Flink starts as many TaskManagers as
 * the jobs need.
 */
const taskManagers = ({ meta, mode }: SessionClusterDesired, target: ConfiguredCluster): FlinkDeploymentStatus['taskManager'] => ({
  labelSelector: taskManagerInfo(meta.name, target)?.labelSelector ?? '',
  replicas: mode === 'standalone' ? (target.spec.taskManager?.replicas ?? 1) : 0,
})

/**
 * Row 1, `recordBeforeDeploy`: records the spec that is about to be deployed. A running JobManager is deleted only after this write (E-1).
 */
export const recordBeforeDeploy = (status: FlinkDeploymentStatus, { desired, target, now }: Update): FlinkDeploymentStatus =>
  withStatus(
    withReconciliation(status, {
      reconciliationTimestamp: now,
      lastReconciledSpec: textOf(target, desired.deployed._tag !== 'Deployed'),
      state: 'UPGRADING',
    }),
    { observedGeneration: desired.generation },
  )

/** Row 2, `recordDeployed`: the operator has observed every object of the attempt. */
export const recordDeployed = (
  status: FlinkDeploymentStatus,
  { desired, target, now }: Update,
  attempt: { readonly id: string; readonly generation: number },
): FlinkDeploymentStatus =>
  withStatus(
    comingUp(
      withReconciliation(status, { reconciliationTimestamp: now, lastReconciledSpec: textOf(target, isFirst(desired)), state: 'DEPLOYED' }),
      attempt.id,
      now,
    ),
    { observedGeneration: attempt.generation, taskManager: taskManagers(desired, target) },
  )

/** The previous or the stable spec was deployed again; the recorded spec does not change. */
export const recordRedeployed = (
  status: FlinkDeploymentStatus,
  attemptId: string,
  isRollback: boolean,
  now: EpochMillis,
): FlinkDeploymentStatus =>
  comingUp(
    withReconciliation(status, { reconciliationTimestamp: now, state: isRollback ? 'ROLLED_BACK' : status.reconciliationStatus.state }),
    attemptId,
    now,
  )

/** Records the wanted spec as running, because it already was or because it was changed in place (control-flow.md, section 1.4; D-35). */
export const recordInPlace = (status: FlinkDeploymentStatus, { desired, target, now }: Update): FlinkDeploymentStatus =>
  withStatus(
    withReconciliation(status, { reconciliationTimestamp: now, lastReconciledSpec: textOf(target, false), state: 'DEPLOYED' }),
    { observedGeneration: desired.generation, taskManager: taskManagers(desired, target) },
  )

const comingUp = (status: FlinkDeploymentStatus, attemptId: string, since: EpochMillis): FlinkDeploymentStatus =>
  withRecord(withStatus(status, { jobManagerDeploymentStatus: 'DEPLOYING', operation: null }), {
    deployedAttempt: attemptId,
    podTroubleSince: null,
    jobManagerDownSince: since,
    retryAt: null,
  })

/** Row 6: the previous operator did submit the cluster (control-flow.md, section 3.2). */
export const recordAlreadyUpgraded = (status: FlinkDeploymentStatus): FlinkDeploymentStatus =>
  withStatus(withReconciliation(status, { state: 'DEPLOYED' }), { jobManagerDeploymentStatus: 'DEPLOYING' })

/** Sections 1.1/2 and 1.3/10: a spec is stable as soon as REST answers. TaskManagers and jobs do not matter. */
export const markStable = (status: FlinkDeploymentStatus): FlinkDeploymentStatus =>
  status.reconciliationStatus.state === 'DEPLOYED'
    ? withReconciliation(status, { lastStableSpec: status.reconciliationStatus.lastReconciledSpec }) : status
