import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { isDefinite } from '../../resource/last-state.ts'
import { withJob, withRecord } from '../../round/status-change.ts'
import type { JobDesired } from '../job-round.ts'

/**
 * A status that the reference operator wrote: it reads the last state in the very look that sees a job terminal (control-flow.md, section
 * 3.7). What it read is not taken for the last state: of a job that FINISHED it takes a checkpoint that Flink discards, and one that was
 * stopped with a savepoint whose path got lost ends so, too (L2); and where this operator's record was dropped by somebody nothing tells
 * that the path is not just what the job was started from (P01, P11, P25). It is read again where the JobManager still tells; else a person
 * is asked. That it read nothing proves nothing either.
 */
export const withAdoptedTerminalState = <Status extends JobLifecycleStatus>(
  { deployed }: Pick<JobDesired, 'deployed'>,
  status: Status,
): Status => {
  const { jobStatus: { state, updateTime }, operatorRecord: { lastState, terminalSince } } = status
  if (!isTerminal(state) || terminalSince !== null || deployed._tag !== 'Deployed') return status
  // this operator sees an end with its time: whoever wrote the state did not
  if (lastState._tag === 'Unknown' && lastState.why === 'JobRuns') return withJob(status, { state: 'RECONCILING' })
  return lastState._tag === 'Unknown' && lastState.why === 'NothingRecorded'
    ? withRecord(status, { terminalSince: Number(updateTime ?? 0) })
    : status
}

/**
 * Where the job's state can't be read its end looks new in each look: what is recorded of it is not found out again. Under a deploy the end
 * may be another run's.
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
