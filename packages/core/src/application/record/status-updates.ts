import { encodeRecordedSpec } from '../../codec/recorded-spec.ts'
import type { FlinkDeploymentSpec, JobSpec, UpgradeMode } from '../../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { stateOfRunningJob } from '../../resource/last-state.ts'
import type { EpochMillis } from '../../resource/time.ts'
import type { FlinkDeploymentDesired } from '../desired.ts'
import { lastStateOf } from '../../job/record/last-state-of.ts'
import { withJob, withReconciliation, withRecord, withStatus } from '../../round/status-change.ts'
import { taskManagerInfo } from '../../cluster/manifest/task-manager-info.ts'

/**
 * The named status updates of control-flow.md, section 1.3. Each is a pure function; `mode` is the upgrade mode that was used, never just
 * the requested one (B09).
 */
interface Update {
  readonly desired: FlinkDeploymentDesired
  readonly spec: FlinkDeploymentSpec
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
const recordedText = ({ desired, spec, job, mode, isRedeploy }: Update, state: JobSpec['state'], firstDeployment: boolean): string => {
  const old = desired.deployed._tag === 'Deployed' ? desired.deployed.reconciled.job : null
  const nonces = old === null ? {} : {
    savepointTriggerNonce: old.savepointTriggerNonce,
    checkpointTriggerNonce: old.checkpointTriggerNonce,
    savepointRedeployNonce: isRedeploy === true ? job.savepointRedeployNonce : old.savepointRedeployNonce,
  }
  return encodeRecordedSpec({ spec: { ...spec, job: { ...job, ...nonces, state, upgradeMode: mode } }, firstDeployment })
}

/**
 * The record's mode tells what was used; what the user asked for, and may ask for no more with a spec that is refused, is kept beside it
 * (F06).
 */
const asked = (status: FlinkDeploymentStatus, { job }: Update): FlinkDeploymentStatus => withRecord(status, { askedMode: job.upgradeMode })

const isFirst = ({ deployed }: FlinkDeploymentDesired): boolean =>
  deployed._tag !== 'Deployed' || deployed.reconciled.firstDeployment === true

/** Row 1, `recordBeforeDeploy`: what is about to be deployed, not running yet. A rollback stays one. */
export const recordBeforeDeploy = (status: FlinkDeploymentStatus, update: Update, firstDeployment: boolean): FlinkDeploymentStatus =>
  withStatus(
    withReconciliation(asked(status, update), {
      reconciliationTimestamp: update.now,
      lastReconciledSpec: recordedText(update, 'suspended', firstDeployment),
      state: 'UPGRADING',
    }),
    { observedGeneration: update.desired.generation, taskManager: taskManagerInfo(update.desired.meta.name, null) },
  )

/**
 * Row 2, `recordDeployed`, for a spec that is not to run: suspended, or created suspended (D-20), which leaves its first deployment due
 * (B20). It is stable.
 */
export const recordSuspended = (status: FlinkDeploymentStatus, update: Update): FlinkDeploymentStatus => {
  // an attempt that came to nothing has named a job, and the path that it was to start from
  const isStillFirst = isFirst(update.desired)
    && (status.jobStatus.jobId === null || lastStateOf(status, update.desired.deployed)._tag === 'NeverStarted')
  const text = recordedText(update, 'suspended', isStillFirst)
  return withStatus(
    withReconciliation(asked(status, update), {
      reconciliationTimestamp: update.now,
      lastReconciledSpec: text,
      lastStableSpec: text,
      state: 'DEPLOYED',
    }),
    { observedGeneration: update.desired.generation, taskManager: taskManagerInfo(update.desired.meta.name, null) },
  )
}

/** Row 2, `recordDeployed`, after every object of the attempt was seen: the record now says running. */
export const recordDeployed = (
  status: FlinkDeploymentStatus,
  update: Update,
  attempt: { readonly id: string; readonly generation: number },
): FlinkDeploymentStatus =>
  withStatus(
    afterDeploy(
      withReconciliation(status, {
        reconciliationTimestamp: update.now,
        lastReconciledSpec: recordedText(update, 'running', isFirst(update.desired)),
        state: 'DEPLOYED',
      }),
      attempt.id,
    ),
    { observedGeneration: attempt.generation, taskManager: taskManagerInfo(update.desired.meta.name, update.desired.wanted) },
  )

/** The spec that runs is the one that is wanted after all: recorded as such, nothing is done (control-flow.md, section 1.4; D-35). */
export const recordRunning = (status: FlinkDeploymentStatus, update: Update): FlinkDeploymentStatus =>
  withStatus(
    withReconciliation(asked(status, update), {
      reconciliationTimestamp: update.now,
      lastReconciledSpec: recordedText(update, 'running', false),
      state: 'DEPLOYED',
    }),
    { observedGeneration: update.desired.generation, taskManager: taskManagerInfo(update.desired.meta.name, update.desired.wanted) },
  )

/**
 * The job is stopped for a rollback: the record stays the bad spec, with the mode that was used, and says durably that nothing runs (D-06).
 */
export const recordRollingBack = (
  status: FlinkDeploymentStatus,
  desired: FlinkDeploymentDesired,
  mode: UpgradeMode,
): FlinkDeploymentStatus =>
  withReconciliation(status, {
    state: 'ROLLING_BACK',
    lastReconciledSpec: sameRecord(desired, mode, 'suspended') ?? status.reconciliationStatus.lastReconciledSpec,
  })

const sameRecord = ({ deployed }: FlinkDeploymentDesired, upgradeMode: UpgradeMode, state: JobSpec['state']): string | null =>
  deployed._tag !== 'Deployed' ? null
    : encodeRecordedSpec({
      spec: { ...deployed.reconciled.spec, job: { ...deployed.reconciled.job, state, upgradeMode } },
      firstDeployment: deployed.reconciled.firstDeployment,
    })

/** The submit of what is recorded did not come off: it is about to be deployed, as before it. */
export const recordNotSubmitted = (
  status: FlinkDeploymentStatus,
  { deployed }: FlinkDeploymentDesired,
  upgradeMode: UpgradeMode,
  mayBeFirst: boolean,
): FlinkDeploymentStatus =>
  deployed._tag !== 'Deployed' ? status : withReconciliation(status, {
    state: 'UPGRADING',
    lastReconciledSpec: encodeRecordedSpec({
      spec: { ...deployed.reconciled.spec, job: { ...deployed.reconciled.job, state: 'suspended', upgradeMode } },
      firstDeployment: mayBeFirst ? deployed.reconciled.firstDeployment : false,
    }),
  })

/** What ran before, or the stable spec, was put up again: the record stays, but for its job that runs. */
export const recordPutUpAgain = (
  status: FlinkDeploymentStatus,
  desired: FlinkDeploymentDesired,
  attemptId: string,
  isRollback: boolean,
  now: EpochMillis,
): FlinkDeploymentStatus => {
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

const afterDeploy = (status: FlinkDeploymentStatus, attemptId: string): FlinkDeploymentStatus =>
  withRecord(
    withStatus(withJob(status, { state: 'RECONCILING' }), { jobManagerDeploymentStatus: 'DEPLOYING', operation: null }),
    {
      deployedAttempt: attemptId,
      terminalSince: null,
      jobMissedSince: null,
      podTroubleSince: null,
      lastState: stateOfRunningJob,
      retryAt: null,
      runningSince: null,
    },
  )

/** Row 3, `recordUnchanged`: an edit that changes nothing that matters is acknowledged (P09). */
export const recordUnchanged = (status: FlinkDeploymentStatus, generation: number): FlinkDeploymentStatus =>
  withStatus(status, { observedGeneration: generation })

/** Row 6, `recordAlreadyUpgraded`: the submit of the operator before did happen. */
export const recordAlreadyUpgraded = (
  status: FlinkDeploymentStatus,
  { spec, job, firstDeployment }: { readonly spec: FlinkDeploymentSpec; readonly job: JobSpec; readonly firstDeployment: boolean | null },
): FlinkDeploymentStatus =>
  withStatus(
    withJob(
      withReconciliation(status, {
        lastReconciledSpec: encodeRecordedSpec({ spec: { ...spec, job: { ...job, state: 'running' } }, firstDeployment }),
        state: 'DEPLOYED',
      }),
      { state: 'RECONCILING' },
    ),
    { jobManagerDeploymentStatus: 'DEPLOYING' },
  )

/** The cluster is gone (control-flow.md, section 8.2/5). */
export const recordClusterGone = (status: FlinkDeploymentStatus): FlinkDeploymentStatus => {
  const gone = withStatus(status, { jobManagerDeploymentStatus: 'MISSING' })
  return isTerminal(gone.jobStatus.state) ? gone : withJob(gone, { state: 'FINISHED' })
}
