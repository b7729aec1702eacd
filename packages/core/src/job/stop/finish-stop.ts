import { type ReconciliationState, type JobLifecycleStatus, isTerminal } from '../../contract/resource/job-status.ts'
import { whatAPersonCanDo } from '../upgrade/upgrade-answer.ts'
import { act, type Decision, type Problem, wait } from '../../contract/round/decision.ts'
import type { JobRound, JobDesired } from '../job-round.ts'
import { withLifecycle, withReconciliation, withRecord, withJob, withLastState } from '../../contract/round/status-change.ts'
import { contradictedState, type LastState } from '../../contract/resource/last-state.ts'
import type { OperationPurpose, SuspendOperation } from '../../contract/resource/operation.ts'
import { stopLeaves } from '../../contract/resource/suspend-mode.ts'
import { isStateless } from '../../contract/resource/upgrade-mode.ts'
import type { JobHost } from '../job-host.ts'
import type { JobTypes, RoundOf } from '../job-situation.ts'
import { lastStateOf, startOf } from '../record/last-state-of.ts'
import { newOperation } from '../record/new-operation.ts'
import { recordBeforeDeploy, recordRollingBack, recordSuspended } from '../record/record-updates.ts'
import { wasSeen } from '../observe/observe-job.ts'
import { askedRedeploy, endedBefore, startRedeploy } from '../upgrade/redeploy-start.ts'
import { withUpgradeSavepoint } from '../snapshot/snapshot-upgrade.ts'
import type { Ended, SuspendedState } from './stop-host.ts'

/** Gives the stop up: the operator decides again how to stop the job. */
export const dropped = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  reason: string,
  problem: Problem | null = null,
  retryAfter = 0,
): Decision<Status> =>
  act(
    withRecord(withReconciliation(withLifecycle(round.observed.status, { operation: null }), { state: stateWithout(round) }), {
      retryAt: retryAfter === 0 ? null : round.env.now + retryAfter,
    }),
    reason,
    { problem },
  )

/** The reconciliation state after a stop that was given up: the job counts as deployed again. */
const stateWithout = (
  { desired: { deployed }, observed: { status: { reconciliationStatus: { state } } } }: Pick<JobRound, 'desired' | 'observed'>,
): ReconciliationState =>
  state === 'UPGRADING' && deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'running' ? 'DEPLOYED' : state

export const savepointProblem = (message: string): Problem => ({
  owner: 'operation',
  type: 'UpgradeFailureException',
  message,
  reason: 'SavepointError',
})

export const hasHighAvailability = ({ desired: { deployed } }: Pick<JobRound, 'desired'>): boolean =>
  deployed._tag === 'Deployed' && deployed.running.options.highAvailability !== 'none'

/** The job's state is unknown: the operator begins nothing else until the user says what to restore from. */
export const requireManualAction = <Status extends JobLifecycleStatus>(
  { observed, env }: JobRound<Status>,
  message: string,
): Decision<Status> =>
  wait(
    observed.status,
    env.options.reconcileInterval,
    'the user: upgradeMode stateless, or a savepointRedeployNonce with the path of a savepoint or checkpoint',
    savepointProblem(`${message} ${whatAPersonCanDo}`),
  )

/**
 * Finishes a stop. The status write records, before any further effect, what could not be observed again (B68), the mode that was used
 * (B09), and the newest spec. The spec at that time decides whether the job is restored next (B31, D-02, D-03).
 */
export const finishStop = <Job extends JobTypes>(host: JobHost<Job>, round: RoundOf<Job>, found: Ended): Decision<Job['status']> => {
  const { operation, state } = found
  // the old job has ended and only the path is left: start from it, whatever happened to the edit meanwhile
  if (operation.redeploy !== null && stopLeaves[operation.mode] === 'Nothing' && state._tag === 'None')
    return startRedeploy(host, afterStop(host, round, operation), askedRedeploy(round) ?? operation.redeploy)
  if (state._tag !== 'Path') return finished(host, round, found)
  return host.stopping.stillEnding(round, operation) ?? withUpgradeSavepoint(round, operation, state.path, finished(host, round, found))
}

const jobEnded = <Status extends JobLifecycleStatus>(status: Status): Status =>
  isTerminal(status.jobStatus.state) ? status : withJob(status, { state: 'FINISHED' })

/** The status of a job that ended, or was deleted with its cluster. */
const atEnd = <Job extends JobTypes>({ stopping }: JobHost<Job>, { step }: SuspendOperation, status: Job['status']): Job['status'] =>
  step === 'TearDown' ? stopping.clusterGone(jobEnded(status)) : jobEnded(status)

const afterStop = <Job extends JobTypes>(host: JobHost<Job>, round: RoundOf<Job>, operation: SuspendOperation): RoundOf<Job> => {
  const { observed, env } = round
  return { ...round, observed: { ...observed, status: endedBefore(atEnd(host, operation, observed.status), env.now) } }
}

/** A stop of a job that does not run: it is recorded as suspended, with the mode that can restore its state. */
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

const finished = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  { operation, state }: Ended,
): Decision<Job['status']> => {
  const { nothingRuns, deleting } = host.stopping
  const { desired, observed, env } = round
  const lastState = stateLeft(round, operation, state)
  const remembered = withRecord(
    withLastState(atEnd(host, operation, observed.status), lastState),
    {
      terminalSince: observed.status.operatorRecord.terminalSince ?? env.now,
      jobMissedSince: null,
      runningSince: null,
    },
  )
  if (operation.purpose === 'Deletion') return deleting(round, remembered, operation)
  const cleared = withLifecycle(remembered, { operation: null })
  if (operation.purpose === 'Rollback' && desired.diff.type === 'IGNORE')
    return act(
      recordRollingBack(cleared, desired, lastState._tag === 'None' ? 'stateless' : operation.restoreMode),
      `the job is stopped (${operation.mode}); the last stable spec is deployed next`,
    )
  if (desired.wanted === null) return act(cleared, 'the job is stopped')
  const { spec, job } = desired.wanted
  // the recorded mode also says whether there is state, so that two fields agree on it
  const update = {
    desired,
    spec,
    job,
    mode: lastState._tag === 'None' || lastState._tag === 'NeverStarted' ? 'stateless' as const : operation.restoreMode,
    now: env.now,
  }
  return job.state === 'suspended'
    ? act(nothingRuns(round, recordSuspended(cleared, update)), `the job is suspended (${operation.mode})`)
    : act(
      withReconciliation(nothingRuns(round, recordBeforeDeploy(cleared, update, false)), { state: 'UPGRADING' }),
      `the job is stopped (${operation.mode}); it is restored next`,
      lastState._tag === 'None' || lastState._tag === 'NeverStarted' ? { chains: 'IfSeen' } : {},
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
      return isStateless(restoreMode) ? (redeployCutShort(status, deployed) ?? stoppedStateless) : lastStateOf(status, deployed)
    case 'HaMetadata':
      return jobId === null ? contradictedState('status.jobStatus.jobId is missing') : { _tag: 'InHighAvailability', jobId }
    case 'NeverCameUp':
      return isStateless(restoreMode) ? (redeployCutShort(status, deployed) ?? stoppedStateless) : startOf(status, deployed)
    case 'None':
      return redeployCutShort(status, deployed) ?? stoppedStateless
  }
}

/**
 * The source of a savepoint redeploy whose job was never observed since its deploy. Such a redeploy still has to be done, even if the
 * upgrade mode changed meanwhile (F07). Null: there is none.
 */
const redeployCutShort = (status: JobLifecycleStatus, deployed: JobDesired['deployed']): LastState | null => {
  const { deployedSource } = status.operatorRecord
  return !wasSeen(status) && deployed._tag === 'Deployed' && deployedSource?._tag === 'Path'
      && deployed.reconciled.job.savepointRedeployNonce !== null
      && deployed.reconciled.job.initialSavepointPath?.trim() === deployedSource.path
    ? { _tag: 'Path', path: deployedSource.path, seen: 'Person' } : null
}

const stoppedStateless: LastState = { _tag: 'None', reason: 'the job was stopped as stateless' }
