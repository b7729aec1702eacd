import { encodeRecordOf, type SpecWithJob } from '../../codec/recorded-spec.ts'
import type { JobSpec, UpgradeMode } from '../../resource/flink-deployment-spec.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { stateOfRunningJob } from '../../resource/last-state.ts'
import type { EpochMillis } from '../../resource/time.ts'
import { withJob, withLifecycle, withReconciliation, withRecord } from '../../round/status-change.ts'
import type { JobDesired } from '../job-round.ts'
import { lastStateOf } from './last-state-of.ts'

/**
 * The named status updates of control-flow.md, section 1.3. Each is a pure function; `mode` is the upgrade mode that was used, never just
 * the requested one (B09).
 */
export interface RecordUpdate {
  readonly desired: Pick<JobDesired, 'meta' | 'deployed' | 'generation' | 'autoscaler'>
  readonly spec: SpecWithJob
  readonly job: JobSpec
  readonly mode: UpgradeMode
  readonly now: EpochMillis
  /** Is this the start that a savepointRedeployNonce asked for? */
  readonly isRedeploy?: true
}

/**
 * The record of a spec: a nonce of it stays the one that was recorded before until what it asks for is done, so that none is swallowed by
 * another edit (F07).
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

/**
 * The record's mode tells what was used; what the user asked for, and may ask for no more with a spec that is refused, is kept beside it
 * (F06).
 */
const asked = <Status extends JobLifecycleStatus>(status: Status, { job }: RecordUpdate): Status =>
  withRecord(status, { askedMode: job.upgradeMode })

const isFirst = ({ deployed }: Pick<JobDesired, 'deployed'>): boolean =>
  deployed._tag !== 'Deployed' || deployed.reconciled.firstDeployment === true

/** Row 1, `recordBeforeDeploy`: what is about to be deployed, not running yet. A rollback stays one. */
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
 * Row 2, `recordDeployed`, for a spec that is not to run: suspended, or created suspended (D-20), which leaves its first deployment due
 * (B20). It is stable.
 */
export const recordSuspended = <Status extends JobLifecycleStatus>(status: Status, update: RecordUpdate): Status => {
  // an attempt that came to nothing has named a job, and the path that it was to start from
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

/** Row 2, `recordDeployed`, after the attempt was seen: the record now says running. */
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

/** The spec that runs is the one that is wanted after all: recorded as such, nothing is done (control-flow.md, section 1.4; D-35). */
export const recordRunning = <Status extends JobLifecycleStatus>(status: Status, update: RecordUpdate): Status =>
  withLifecycle(
    withReconciliation(asked(status, update), {
      reconciliationTimestamp: update.now,
      lastReconciledSpec: recordedText(update, 'running', false),
      state: 'DEPLOYED',
    }),
    { observedGeneration: update.desired.generation },
  )

/**
 * The job is stopped for a rollback: the record stays the bad spec, with the mode that was used, and says durably that nothing runs (D-06).
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

/** The submit of what is recorded did not come off: it is about to be deployed, as before it. */
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

/** What ran before, or the stable spec, was put up again: the record stays, but for its job that runs. */
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
  })

/** Row 3, `recordUnchanged`: an edit that changes nothing that matters is acknowledged (P09). */
export const recordUnchanged = <Status extends JobLifecycleStatus>(status: Status, generation: number): Status =>
  withLifecycle(status, { observedGeneration: generation })

/** Row 6, `recordAlreadyUpgraded`: the submit of the operator before did happen. */
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

/** Named update 9, so that the reference operator, put back now, goes on with the cancel. */
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
