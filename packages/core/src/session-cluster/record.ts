import type { ConfiguredCluster } from '../cluster/configured-spec.ts'
import { taskManagerInfo } from '../cluster/manifest/task-manager-info.ts'
import { encodeRecordedSpec } from '../codec/recorded-spec.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import type { EpochMillis } from '../resource/time.ts'
import { withReconciliation, withRecord, withStatus } from '../round/status-change.ts'
import type { SessionClusterDesired } from './session-cluster-desired.ts'

/** The named status updates of control-flow.md, section 1.3, of a cluster that has no job of its own. */
interface Update {
  readonly desired: SessionClusterDesired
  readonly target: ConfiguredCluster
  readonly now: EpochMillis
}

const textOf = ({ spec }: ConfiguredCluster, firstDeployment: boolean): string => encodeRecordedSpec({ spec, firstDeployment })

const isFirst = ({ deployed }: SessionClusterDesired): boolean =>
  deployed._tag !== 'Deployed' || deployed.reconciled.firstDeployment === true

/** `status.taskManager`: the TaskManagers of its own Deployment in standalone mode; in native mode Flink starts as many as jobs need. */
const taskManagers = ({ meta, mode }: SessionClusterDesired, target: ConfiguredCluster): FlinkDeploymentStatus['taskManager'] => ({
  labelSelector: taskManagerInfo(meta.name, target)?.labelSelector ?? '',
  replicas: mode === 'standalone' ? (target.spec.taskManager?.replicas ?? 1) : 0,
})

/** Row 1, `recordBeforeDeploy`: what is about to be deployed. A JobManager that runs is taken away only after this is written (E-1). */
export const recordBeforeDeploy = (status: FlinkDeploymentStatus, { desired, target, now }: Update): FlinkDeploymentStatus =>
  withStatus(
    withReconciliation(status, {
      reconciliationTimestamp: now,
      lastReconciledSpec: textOf(target, desired.deployed._tag !== 'Deployed'),
      state: 'UPGRADING',
    }),
    { observedGeneration: desired.generation },
  )

/** Row 2, `recordDeployed`: every object of the attempt was seen. */
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

/** What ran before, or the stable spec, was put up again: the record stays. */
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

/** What runs is what is wanted, or was made so in place: recorded as such (control-flow.md, section 1.4; D-35). */
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

/** Row 3: an edit that changes nothing that matters is acknowledged (P09). */
export const recordUnchanged = (status: FlinkDeploymentStatus, generation: number): FlinkDeploymentStatus =>
  withStatus(status, { observedGeneration: generation })

/** Row 6: the submit of the operator before did happen (control-flow.md, section 3.2). */
export const recordAlreadyUpgraded = (status: FlinkDeploymentStatus): FlinkDeploymentStatus =>
  withStatus(withReconciliation(status, { state: 'DEPLOYED' }), { jobManagerDeploymentStatus: 'DEPLOYING' })

/** Sections 1.1/2 and 1.3/10: a spec is stable as soon as REST answers; TaskManagers and jobs are not looked at. */
export const markStable = (status: FlinkDeploymentStatus): FlinkDeploymentStatus =>
  status.reconciliationStatus.state === 'DEPLOYED'
    ? withReconciliation(status, { lastStableSpec: status.reconciliationStatus.lastReconciledSpec }) : status
