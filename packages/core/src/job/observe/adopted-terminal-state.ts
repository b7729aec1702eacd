import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
import { isTerminal } from '../../contract/resource/job-state.ts'
import { isDefinite } from '../../contract/resource/last-state.ts'
import { withJob, withRecord } from '../../contract/round/status-change.ts'
import type { JobDesired } from '../job-round.ts'

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
