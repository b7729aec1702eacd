import { encodeRecordOf, type SpecWithJob } from '../../crd/recorded-spec.ts'
import type { JobSpec, UpgradeMode } from '../../contract/resource/flink-deployment-spec.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import { stateOfRunningJob } from '../../contract/resource/last-state.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { withJob, withLifecycle, withReconciliation, withRecord } from '../../contract/round/status-change.ts'
import type { JobDesired } from '../job-round.ts'
import { lastStateOf } from './last-state-of.ts'

/**
 * Input of the named status updates of control-flow.md, section 1.3. Each is a pure function. `mode` is the upgrade mode that was used,
 * never just the requested one (B09).
 */
export interface RecordUpdate {
  readonly desired: Pick<JobDesired, 'meta' | 'deployed' | 'generation' | 'autoscaler'>
  readonly spec: SpecWithJob
  readonly job: JobSpec
  readonly mode: UpgradeMode
  readonly now: EpochMillis
  /** True for the start that a savepointRedeployNonce asked for. */
  readonly isRedeploy?: true
}

/**
 * Encodes the record of a spec. A nonce keeps its recorded value until its request is done, so that another edit does not swallow it (F07).
 */
const recordedText = (
  { desired, spec, job, mode, isRedeploy }: RecordUpdate,
  state: JobSpec['state'],
  firstDeployment: boolean,
): string => {
  const old = desired.deployed._tag === 'Deployed' ? desired.deployed.reconciled.job : null
  const nonces = old === null ? {} : {
    savepointTriggerNonce: old.savepointTriggerNonce,
    checkpointTriggerNonce: old.checkpointTriggerNonce,
    savepointRedeployNonce: isRedeploy === true ? job.savepointRedeployNonce : old.savepointRedeployNonce,
    ...(desired.autoscaler?.isOn === true ? { autoscalerResetNonce: old.autoscalerResetNonce } : {}),
  }
  return encodeRecordOf(desired.meta.kind, { spec: { ...spec, job: { ...job, ...nonces, state, upgradeMode: mode } }, firstDeployment })
}

/** Records the mode that the user asked for beside the mode that was used. A later, rejected spec may not show it any more (F06). */
const asked = <Status extends JobLifecycleStatus>(status: Status, { job }: RecordUpdate): Status =>
  withRecord(status, { askedMode: job.upgradeMode })

const isFirst = ({ deployed }: Pick<JobDesired, 'deployed'>): boolean =>
  deployed._tag !== 'Deployed' || deployed.reconciled.firstDeployment === true

/** Row 1, `recordBeforeDeploy`: a spec that is about to be deployed and does not run yet. A rollback stays one. */
export const recordBeforeDeploy = <Status extends JobLifecycleStatus>(
  status: Status,
  update: RecordUpdate,
  firstDeployment: boolean,
): Status =>
  withLifecycle(
    withReconciliation(asked(status, update), {
      reconciliationTimestamp: update.now,
      lastReconciledSpec: recordedText(update, 'suspended', firstDeployment),
      state: 'UPGRADING',
    }),
    { observedGeneration: update.desired.generation },
  )

/**
 * Row 2, `recordDeployed`, for a suspended spec. A resource that was created suspended (D-20) still has its first deployment ahead (B20).
 * The spec counts as stable.
 */
export const recordSuspended = <Status extends JobLifecycleStatus>(status: Status, update: RecordUpdate): Status => {
  // an attempt that failed has recorded a job id, and the path that it was to start from
  const isStillFirst = isFirst(update.desired)
    && (status.jobStatus.jobId === null || lastStateOf(status, update.desired.deployed)._tag === 'NeverStarted')
  const text = recordedText(update, 'suspended', isStillFirst)
  return withLifecycle(
    withReconciliation(asked(status, update), {
      reconciliationTimestamp: update.now,
      lastReconciledSpec: text,
      lastStableSpec: text,
      state: 'DEPLOYED',
    }),
    { observedGeneration: update.desired.generation },
  )
}

/** Row 2, `recordDeployed`, after the attempt was observed: the record says running from now on. */
export const recordDeployed = <Status extends JobLifecycleStatus>(
  status: Status,
  update: RecordUpdate,
  attempt: { readonly id: string; readonly generation: number },
): Status =>
  withLifecycle(
    afterDeploy(
      withReconciliation(status, {
        reconciliationTimestamp: update.now,
        lastReconciledSpec: recordedText(update, 'running', isFirst(update.desired)),
        state: 'DEPLOYED',
      }),
      attempt.id,
    ),
    { observedGeneration: attempt.generation },
  )

/** Records the running spec as the desired one, without any effect (control-flow.md, section 1.4; D-35). */
export const recordRunning = <Status extends JobLifecycleStatus>(status: Status, update: RecordUpdate): Status =>
  withLifecycle(
    withRecord(
      withReconciliation(asked(status, update), {
        reconciliationTimestamp: update.now,
        lastReconciledSpec: recordedText(update, 'running', false),
        state: 'DEPLOYED',
      }),
      { requestedScaling: null },
    ),
    { observedGeneration: update.desired.generation },
  )

/**
 * Records that the job is stopped for a rollback. The record stays the bad spec, with the mode that was used, and says durably that no job
 * runs (D-06).
 */
export const recordRollingBack = <Status extends JobLifecycleStatus>(status: Status, desired: JobDesired, mode: UpgradeMode): Status =>
  withReconciliation(status, {
    state: 'ROLLING_BACK',
    lastReconciledSpec: sameRecord(desired, mode, 'suspended') ?? status.reconciliationStatus.lastReconciledSpec,
  })

const sameRecord = ({ meta, deployed }: JobDesired, upgradeMode: UpgradeMode, state: JobSpec['state']): string | null =>
  deployed._tag !== 'Deployed' ? null
    : encodeRecordOf(meta.kind, {
      spec: { ...deployed.reconciled.spec, job: { ...deployed.reconciled.job, state, upgradeMode } },
      firstDeployment: deployed.reconciled.firstDeployment,
    })

/** The submit of the recorded spec failed: the record says again that it is about to be deployed. */
export const recordNotSubmitted = <Status extends JobLifecycleStatus>(
  status: Status,
  { meta, deployed }: JobDesired,
  upgradeMode: UpgradeMode,
  mayBeFirst: boolean,
): Status =>
  deployed._tag !== 'Deployed' ? status : withReconciliation(status, {
    state: 'UPGRADING',
    lastReconciledSpec: encodeRecordOf(meta.kind, {
      spec: { ...deployed.reconciled.spec, job: { ...deployed.reconciled.job, state: 'suspended', upgradeMode } },
      firstDeployment: mayBeFirst ? deployed.reconciled.firstDeployment : false,
    }),
  })

/** Records that the previous job or the stable spec was deployed again. The record stays, except that its job runs. */
export const recordRedeployed = <Status extends JobLifecycleStatus>(
  status: Status,
  desired: JobDesired,
  attemptId: string,
  isRollback: boolean,
  now: EpochMillis,
): Status => {
  const used = desired.deployed._tag === 'Deployed' ? desired.deployed.reconciled.job.upgradeMode : 'stateless'
  return afterDeploy(
    withReconciliation(status, {
      reconciliationTimestamp: now,
      state: isRollback ? 'ROLLED_BACK' : status.reconciliationStatus.state,
      lastReconciledSpec: isRollback ? (sameRecord(desired, used, 'running') ?? status.reconciliationStatus.lastReconciledSpec)
        : status.reconciliationStatus.lastReconciledSpec,
    }),
    attemptId,
  )
}

const afterDeploy = <Status extends JobLifecycleStatus>(status: Status, attemptId: string): Status =>
  withRecord(withLifecycle(withJob(status, { state: 'RECONCILING' }), { operation: null }), {
    deployedAttempt: attemptId,
    terminalSince: null,
    jobMissedSince: null,
    podTroubleSince: null,
    jobManagerDownSince: null,
    lastState: stateOfRunningJob,
    retryAt: null,
    runningSince: null,
    requestedScaling: null,
  })

/** Row 3, `recordUnchanged`: acknowledges an edit without effect (P09). */
export const recordUnchanged = <Status extends JobLifecycleStatus>(status: Status, generation: number): Status =>
  withLifecycle(status, { observedGeneration: generation })

/** Row 6, `recordAlreadyUpgraded`: the previous operator did submit the job. */
export const recordAlreadyUpgraded = <Status extends JobLifecycleStatus>(status: Status, { meta, deployed }: JobDesired): Status =>
  deployed._tag !== 'Deployed' ? status : withJob(
    withReconciliation(status, {
      lastReconciledSpec: encodeRecordOf(meta.kind, {
        spec: { ...deployed.reconciled.spec, job: { ...deployed.reconciled.job, state: 'running' } },
        firstDeployment: deployed.reconciled.firstDeployment,
      }),
      state: 'DEPLOYED',
    }),
    { state: 'RECONCILING' },
  )

/** Named update 9: the reference operator, if it takes over now, continues the cancel. */
export const recordCancelling = <Status extends JobLifecycleStatus>(status: Status, { meta, deployed }: JobDesired): Status =>
  deployed._tag !== 'Deployed' ? status : withJob(
    withReconciliation(status, {
      state: 'UPGRADING',
      lastReconciledSpec: encodeRecordOf(meta.kind, {
        spec: { ...deployed.reconciled.spec, job: { ...deployed.reconciled.job, upgradeMode: 'savepoint' } },
        firstDeployment: false,
      }),
    }),
    { state: 'CANCELLING' },
  )
