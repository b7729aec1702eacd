import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { contradictedState, type LastState } from '../../resource/last-state.ts'
import type { OperationPurpose, SuspendOperation } from '../../resource/operation.ts'
import { act, type Decision } from '../../round/decision.ts'
import { withJob, withLastState, withLifecycle, withReconciliation, withRecord } from '../../round/status-change.ts'
import type { JobDesired, JobRound } from '../job-round.ts'
import { lastStateOf, startOf } from '../record/last-state-of.ts'
import { newOperation } from '../record/new-operation.ts'
import { recordBeforeDeploy, recordRollingBack, recordSuspended } from '../record/record-updates.ts'
import { wasSeen } from '../seen/observe-job.ts'
import { withUpgradeSavepoint } from '../snapshot/snapshot-upgrade.ts'
import type { SuspendedState } from './ender.ts'

/** What a kind tells of where the job ran, once it is stopped. */
export interface Stopped<Status> {
  /** The cluster went with the job. */
  readonly clusterGone: (status: Status) => Status
  /** Nothing of what is recorded runs. */
  readonly nothingRuns: (status: Status) => Status
  /** The resource is being deleted: what is left to be done. */
  readonly deleting: (status: Status, operation: SuspendOperation) => Decision<Status>
}

/**
 * The job is stopped: what was seen and could not be seen again is written before any further effect (B68), together with the mode that was
 * used (B09) and the newest spec. Whether it is restored next depends on what is wanted by then (B31, D-02, D-03).
 */
export const finishStop = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SuspendOperation,
  state: SuspendedState,
  stopped: Stopped<Status>,
): Decision<Status> =>
  state._tag === 'Path' ? withUpgradeSavepoint(round, operation, state.path, finished(round, operation, state, stopped))
    : finished(round, operation, state, stopped)

/** Nothing runs any more: it is recorded as suspended by the mode that its state can be restored with. */
export const stopOf = (
  round: JobRound,
  purpose: OperationPurpose,
  { restoreMode }: Pick<SuspendOperation, 'restoreMode'>,
): SuspendOperation => ({
  kind: 'Suspend',
  ...newOperation(round, purpose, 0),
  mode: 'NOOP',
  restoreMode,
  step: 'Terminal',
  seenTerminalAt: round.env.now,
  redeploy: null,
})

const finished = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SuspendOperation,
  state: SuspendedState,
  { clusterGone, nothingRuns, deleting }: Stopped<Status>,
): Decision<Status> => {
  const { desired, observed, env } = round
  const ended = operation.step === 'TearDown' ? clusterGone(observed.status)
    : withJob(observed.status, { state: isTerminal(observed.status.jobStatus.state) ? observed.status.jobStatus.state : 'FINISHED' })
  const lastState = stateLeft(round, operation, state)
  const remembered = withRecord(
    withLastState(ended, lastState),
    {
      terminalSince: observed.status.operatorRecord.terminalSince ?? env.now,
      jobMissedSince: null,
      runningSince: null,
    },
  )
  if (operation.purpose === 'Deletion') return deleting(remembered, operation)
  const cleared = withLifecycle(remembered, { operation: null })
  if (operation.purpose === 'Rollback' && desired.diff.type === 'IGNORE')
    return act(
      recordRollingBack(cleared, desired, lastState._tag === 'None' ? 'stateless' : operation.restoreMode),
      `the job is stopped (${operation.mode}); the last stable spec is put back next`,
    )
  if (desired.wanted === null) return act(cleared, 'the job is stopped')
  const { spec, job } = desired.wanted
  // the record's mode says whether there is state, so that two places tell of it
  const update = {
    desired,
    spec,
    job,
    mode: lastState._tag === 'None' || lastState._tag === 'NeverStarted' ? 'stateless' as const : operation.restoreMode,
    now: env.now,
  }
  return job.state === 'suspended'
    ? act(nothingRuns(recordSuspended(cleared, update)), `the job is suspended (${operation.mode})`)
    : act(
      withReconciliation(nothingRuns(recordBeforeDeploy(cleared, update, false)), { state: 'UPGRADING' }),
      `the job is stopped (${operation.mode}); it is restored next`,
      lastState._tag === 'None' || lastState._tag === 'NeverStarted' ? { goesOn: 'IfSeen' } : {},
    )
}

const stateLeft = (
  { desired: { deployed }, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>,
  { restoreMode, jobId }: SuspendOperation,
  state: SuspendedState,
): LastState => {
  switch (state._tag) {
    case 'Path':
      return { _tag: 'Path', path: state.path, seen: 'Stop' }
    case 'Recorded':
      return restoreMode === 'stateless' ? (redeployCutShort(status, deployed) ?? stoppedStateless) : lastStateOf(status, deployed)
    case 'HaMetadata':
      return jobId === null ? contradictedState('status.jobStatus.jobId is gone') : { _tag: 'InHighAvailability', jobId }
    case 'NeverCameUp':
      return restoreMode === 'stateless' ? (redeployCutShort(status, deployed) ?? stoppedStateless) : startOf(status, deployed)
    case 'None':
      return redeployCutShort(status, deployed) ?? stoppedStateless
  }
}

/**
 * A savepoint redeploy whose job was never seen since it was deployed is not carried out yet, whatever the mode has become meanwhile (F07).
 */
const redeployCutShort = (status: JobLifecycleStatus, deployed: JobDesired['deployed']): LastState | null => {
  const { deployedSource } = status.operatorRecord
  return !wasSeen(status) && deployed._tag === 'Deployed' && deployedSource?._tag === 'Path'
      && deployed.reconciled.job.savepointRedeployNonce !== null
      && deployed.reconciled.job.initialSavepointPath?.trim() === deployedSource.path
    ? { _tag: 'Path', path: deployedSource.path, seen: 'Person' } : null
}

const stoppedStateless: LastState = { _tag: 'None', reason: 'the job was stopped as stateless' }
