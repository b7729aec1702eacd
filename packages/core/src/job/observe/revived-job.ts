import { type JobLifecycleStatus, isTerminal } from '../../contract/resource/job-status.ts'
import { isDefinite, type LastState } from '../../contract/resource/last-state.ts'
import { withJob, withRecord } from '../../contract/round/status-change.ts'
import type { JobDesired, JobRound, SubmittedJob } from '../job-round.ts'
import { lastStateOf } from '../record/last-state-of.ts'
import { absenceMillis, ownJob } from './observe-job.ts'

/**
 * Adopts the terminal state in a status that the reference operator wrote. The reference operator reads the last state in the same round
 * that observes the terminal job (control-flow.md, section 3.7).
 *
 * This operator does not trust what it read. For a FINISHED job it may have taken a checkpoint that Flink discards, and a job that was
 * stopped with a savepoint whose path got lost also ends as FINISHED (L2). If another tool dropped this operator's record, the path may
 * just be what the job was started from (P01, P11, P25). That the reference operator read nothing proves nothing either. So the state is
 * read again if the JobManager still has it; otherwise the operator asks the user.
 */
export const withAdoptedTerminalState = <Status extends JobLifecycleStatus>(
  { deployed }: Pick<JobDesired, 'deployed'>,
  status: Status,
): Status => {
  const { jobStatus: { state, updateTime }, operatorRecord: { lastState, terminalSince } } = status
  if (!isTerminal(state) || terminalSince !== null || deployed._tag !== 'Deployed') return status
  // this operator records an end with its time, so another writer wrote this state
  if (lastState._tag === 'Unknown' && lastState.why === 'JobRuns') return withJob(status, { state: 'RECONCILING' })
  return lastState._tag === 'Unknown' && (lastState.why === 'NothingRecorded' || lastState.why === 'Contradicted')
    ? withRecord(status, { terminalSince: Number(updateTime ?? 0) })
    : status
}

/**
 * Keeps the recorded terminal state. If the job's state can't be read, its end looks new in each round, and must not be determined again.
 * During a deploy the observed end may belong to another run.
 */
export const keepingTerminalState = <Status extends JobLifecycleStatus>(
  { operation, operatorRecord: { lastState, terminalSince } }: JobLifecycleStatus,
  seen: Status,
): Status =>
  seen.operatorRecord.terminalSince === null || (operation !== null && operation.kind !== 'Suspend') ? seen
    : withRecord(seen, {
      terminalSince: terminalSince ?? seen.operatorRecord.terminalSince,
      ...(isDefinite(lastState) ? { lastState } : {}),
    })

/**
 * `AnotherRun`: recorded as suspended or ended, but another run is alive under its id (B26). `SameRun`: the recorded run itself is alive,
 * or the run was not recorded, or the job is recorded as never started. A run that ended does not come back, so the record is older than
 * the job (A12).
 */
export type Revival = 'No' | 'AnotherRun' | 'SameRun'

/**
 * Decides whether a job is alive although it is recorded as suspended or ended. `isStateless`: it has no state that could be lost, and
 * whatever is recorded no other job may be started beside it (P02).
 */
export const revivalOf = (
  { desired: { wanted }, observed, env }: Pick<JobRound, 'desired' | 'observed' | 'env'>,
  deployed: SubmittedJob,
  isStateless = false,
): Revival => {
  const { jobStatus, operatorRecord: { terminalSince } } = observed.status
  const job = ownJob(observed.status, observed.facts)
  if (job === undefined || isTerminal(job.state) || !(deployed.reconciled.job.state === 'suspended' || isTerminal(jobStatus.state)))
    return 'No'
  const isToRun = wanted?.job.state === 'running'
  const isAnotherRun = String(job.startTime) !== jobStatus.startTime
  // a job must not be stopped if it is the only place of its state. A run that ended and started again from the same source is not (B26)
  const state = lastStateOf(observed.status, deployed)
  if (!isStateless && !isDefinite(state)) return revivalOfUnknown(state, { isAnotherRun, isToRun, isEnded: isTerminal(jobStatus.state) })
  // no state was recorded that would be restored instead, and the job is the only place of its own
  if (!isStateless && state._tag === 'NeverStarted') return 'SameRun'
  if (isAnotherRun) return 'AnotherRun'
  // REST may report the end a moment late
  return terminalSince === null || env.now > terminalSince + absenceMillis ? 'SameRun' : 'No'
}

/** The same if it is unknown what the job would be restored from: then the run that is alive is the only place of its state. */
const revivalOfUnknown = (
  { why }: Extract<LastState, { readonly _tag: 'Unknown' }>,
  { isAnotherRun, isToRun, isEnded }: { readonly isAnotherRun: boolean; readonly isToRun: boolean; readonly isEnded: boolean },
): Revival => why === 'Contradicted' ? (isAnotherRun && isToRun ? 'SameRun' : 'No') : isEnded && isAnotherRun ? 'AnotherRun' : 'No'

/** The message if a job is alive that is newer than the status. `found`: how the operator knows. */
export const olderStatusText = (jobId: string, found: string): string =>
  `${found}: the status is older than the job. `
  + `The operator does not change the job, and starts no other one beside it. Put the status back; or stop the job with a savepoint (flink stop ${jobId}), and then set `
  + 'spec.job.initialSavepointPath to it, with a new spec.job.savepointRedeployNonce'

/** The same if the status records the end of the job. */
export const endedButAliveText = (jobId: string, why: string): string =>
  olderStatusText(jobId, `The status says that job ${jobId} was suspended or has ended, and ${why}`)

/** The same for the recorded run itself. */
export const sameRunText = (jobId: string): string => endedButAliveText(jobId, 'Flink lists it as alive')
