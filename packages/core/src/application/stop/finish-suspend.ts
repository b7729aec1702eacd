import type { SuspendedState } from '../../job/stop/ender.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { contradictedState, type LastState } from '../../resource/last-state.ts'
import type { OperationPurpose, SuspendOperation } from '../../resource/operation.ts'
import { newOperation } from '../../job/record/new-operation.ts'
import { act } from '../../round/decision.ts'
import { lastStateOf, startOf } from '../../job/record/last-state-of.ts'
import { wasSeen } from '../../job/seen/observe-job.ts'
import type { JobDecision, Round } from '../round.ts'
import { withJob, withLastState, withReconciliation, withRecord, withStatus } from '../../round/status-change.ts'
import { withUpgradeSavepoint } from '../../job/snapshot/snapshot-upgrade.ts'
import { recordBeforeDeploy, recordClusterGone, recordRollingBack, recordSuspended } from '../record/status-updates.ts'

/**
 * The job is stopped: what was seen and could not be seen again is written before any further effect (B68), together with the mode that was
 * used (B09) and the newest spec. Whether it is restored next depends on what is wanted by then (B31, D-02, D-03).
 */
export const finishSuspend = (round: Round, operation: SuspendOperation, state: SuspendedState): JobDecision =>
  state._tag === 'Path' ? withUpgradeSavepoint(round, operation, state.path, finished(round, operation, state))
    : finished(round, operation, state)

/** Nothing runs any more: it is recorded as suspended by the mode that its state can be restored with. */
export const stoppedBefore = (
  round: Round,
  purpose: OperationPurpose,
  { restoreMode }: Pick<SuspendOperation, 'restoreMode'>,
): JobDecision =>
  finishSuspend(round, {
    kind: 'Suspend',
    ...newOperation(round, purpose, 0),
    mode: 'NOOP',
    restoreMode,
    step: 'Terminal',
    seenTerminalAt: round.env.now,
    redeploy: null,
  }, { _tag: 'Recorded' })

const finished = (round: Round, operation: SuspendOperation, state: SuspendedState): JobDecision => {
  const { desired, observed, env } = round
  const ended = operation.step === 'TearDown' ? recordClusterGone(observed.status)
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
  if (operation.purpose === 'Deletion')
    return act(
      withStatus(remembered, { operation: { kind: 'TearDown', ...common(operation), deleteHaMetadata: true } }),
      'the job is stopped: its cluster goes',
    )
  const cleared = withStatus(remembered, { operation: null })
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
    ? act(recordSuspended(cleared, update), `the job is suspended (${operation.mode})`)
    : act(
      withReconciliation(recordBeforeDeploy(cleared, update, false), { state: 'UPGRADING' }),
      `the job is stopped (${operation.mode}); it is restored next`,
      lastState._tag === 'None' || lastState._tag === 'NeverStarted' ? { goesOn: 'IfSeen' } : {},
    )
}

const stateLeft = (
  { desired: { deployed }, observed: { status } }: Pick<Round, 'desired' | 'observed'>,
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
const redeployCutShort = (status: Round['observed']['status'], deployed: Round['desired']['deployed']): LastState | null => {
  const { deployedSource } = status.operatorRecord
  return !wasSeen(status) && deployed._tag === 'Deployed' && deployedSource?._tag === 'Path'
      && deployed.reconciled.job.savepointRedeployNonce !== null
      && deployed.reconciled.job.initialSavepointPath?.trim() === deployedSource.path
    ? { _tag: 'Path', path: deployedSource.path, seen: 'Person' } : null
}

const stoppedStateless: LastState = { _tag: 'None', reason: 'the job was stopped as stateless' }

const common = ({ id, attempt, mintedAt, targetGeneration, purpose, jobId, incarnation, giveUpAt }: SuspendOperation) => ({
  id,
  attempt,
  mintedAt,
  targetGeneration,
  purpose,
  jobId,
  incarnation,
  giveUpAt,
})
