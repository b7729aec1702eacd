import type { CheckpointStatistics, CheckpointView } from '../../fact/flink-rest.ts'
import type { JobFacts } from '../../fact/job-facts.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { isDefinite } from '../../resource/last-state.ts'
import { stopLeaves } from '../../resource/suspend-mode.ts'
import type { EpochMillis, Millis } from '../../resource/time.ts'
import type { Query } from '../../query/query.ts'
import { unanswered } from '../../query/unanswered.ts'
import { ownJob } from './observe-job.ts'
import type { JobDesired, JobRound } from '../job-round.ts'
import { startOf } from '../record/last-state-of.ts'
import { withLastState, withRecord } from '../../round/status-change.ts'

/** Flink shows checkpoints from a cache of up to `web.refresh-interval` (3 s by default): what was read sooner may lack the last one. */
export const checkpointCacheMillis: Millis = 3_500

/**
 * All that is shown of the newest one: what was restored and completed may be the same, and only the latter tells that it was discarded.
 */
const newest = ({ restored, completed, savepoint }: CheckpointStatistics): readonly CheckpointView[] => {
  const shown = [restored, completed, savepoint].filter(it => it !== null)
  return shown.filter(({ id }) => shown.every(it => it.id <= id))
}

/**
 * The latest state that a terminal job left: the highest id among restored, completed and savepoint (control-flow.md, section 3.7). One
 * that Flink has discarded is never taken (L2), and an older one instead would take the job back to a state that it had left behind (P01).
 */
export const latestState = (statistics: CheckpointStatistics): CheckpointView | undefined =>
  isLastStateDiscarded(statistics) ? undefined : newest(statistics)[0]

/** Flink threw the last state away, as it does when a job finishes: its JobManager can tell no more of it. */
export const isLastStateDiscarded = (statistics: CheckpointStatistics): boolean => newest(statistics).some(({ discarded }) => discarded)

/**
 * Reads the last state of a terminal job. It counts only if it was read late enough after the end was seen. What can't be told stays
 * unknown: the upgrade then waits, or asks a person; nothing else is held up by it (D-25).
 *
 * | the job | seen | last state |
 * |---|---|---|
 * | FINISHED | the newest is the savepoint of a stop | that savepoint |
 * | | anything else | unknown: a stop with savepoint ends so, and its savepoint is often not listed (L2, F08) |
 * | CANCELED, FAILED | the newest has a path | that path |
 * | | the newest has no path outside of the JobManager, or was discarded, or none is shown and there were some | unknown |
 * | | no checkpoint was completed in this run, and it restored none | what it was started from, unless HA metadata, which is gone, may have held more (F03): not that of the first run, which the host tells |
 */
export const observeLastState = <Status extends JobLifecycleStatus>(
  desired: JobDesired,
  status: Status,
  facts: JobFacts,
  isFirstRun: () => boolean,
): Status => {
  const { checkpoints } = facts
  const { terminalSince, lastState } = status.operatorRecord
  if (!isEndedRun(status, facts) || isDefinite(lastState) || terminalSince === null || checkpoints?._tag !== 'Known') return status
  if (checkpoints.asOf < terminalSince + checkpointCacheMillis) return status
  const state = latestState(checkpoints.value)
  if (status.jobStatus.state === 'FINISHED')
    return state?.isStop === true && state.externalPath !== null
      ? withLastState(status, { _tag: 'Path', path: state.externalPath, seen: 'Stop' }) : status
  if (state !== undefined)
    return state.addressable && state.externalPath !== null
      ? withLastState(status, { _tag: 'Path', path: state.externalPath, seen: 'Checkpoints' }) : status
  return toldNothing(checkpoints.value) && (isStartItsState(desired, status) || isFirstRun())
    ? withLastState(status, startOf(status, desired.deployed)) : status
}

/** Neither did the run restore anything, as far as is told, nor complete a checkpoint. */
const toldNothing = (statistics: CheckpointStatistics): boolean =>
  latestState(statistics) === undefined && statistics.completedCount === 0 && statistics.restored === null

/** What is looked at for the last state of a job that ended: not before it can tell, and more only where it tells nothing. */
export const lastStateQueries = (
  { desired, observed: { status, facts }, env }: JobRound,
  firstRunQueries: () => readonly Query[],
): readonly Query[] => {
  const { jobStatus: { jobId, state }, operatorRecord: { terminalSince, lastState } } = status
  const { deployed } = desired
  if (
    deployed._tag !== 'Deployed' || jobId === null || !isEndedRun(status, facts) || isDefinite(lastState) || terminalSince === null
    || env.now < terminalSince + checkpointCacheMillis
  ) return []
  const checkpoints = unanswered(facts, [{ _tag: 'GetCheckpoints', endpoint: deployed.endpoint, jobId }])
  if (state === 'FINISHED') return checkpoints
  // in one look with what the watches tell: there are not many in one round
  return [
    ...checkpoints,
    ...(facts.checkpoints?._tag !== 'Known' || toldNothing(facts.checkpoints.value) ? firstRunQueries() : []),
  ]
}

/**
 * The end of a job is not before the look that saw it: where the status says so, `terminalSince` is an older one that somebody put back, or
 * of a clock that was behind, and the wait for Flink's cache would be left out (P25, F15). Both moments are of an operator's clock. The
 * later one counts, which only delays.
 */
export const withLaterTerminalSince = <Status extends JobLifecycleStatus>(status: Status): Status => {
  const { jobStatus: { state, updateTime }, operatorRecord: { terminalSince, lastState } } = status
  return isTerminal(state) && terminalSince !== null && !isDefinite(lastState) && Number(updateTime ?? 0) > terminalSince
    ? withRecord(status, { terminalSince: Number(updateTime) }) : status
}

/**
 * With high availability a restarted JobManager goes on from metadata, of which a run tells nothing before it is RUNNING: one that is
 * cancelled for us was.
 */
const isStartItsState = ({ deployed }: JobDesired, { operation, jobStatus: { startTime } }: JobLifecycleStatus): boolean =>
  deployed._tag === 'Deployed' && (deployed.running.options.highAvailability === 'none'
    || (operation?.kind === 'Suspend' && stopLeaves[operation.mode] === 'LastCheckpoint' && operation.incarnation !== null
      && String(operation.incarnation.jobStartTime) === startTime))

/** Was the job cancelled, by whomever, and did Flink not tell in time what it left? */
export const isLeftUnknown = (
  { jobStatus: { state }, operatorRecord: { terminalSince, lastState } }: JobLifecycleStatus,
  now: EpochMillis,
): boolean => state === 'CANCELED' && !isDefinite(lastState) && terminalSince !== null && now > terminalSince + 2 * checkpointCacheMillis

/**
 * Does this look list the job as ended, in the very run that was seen to end? A JobManager that restarted may run the same id again, or
 * know nothing of it.
 */
export const isEndedRun = (status: JobLifecycleStatus, facts: Pick<JobFacts, 'jobs' | 'deployment'>): boolean => {
  const job = ownJob(status, facts)
  return isTerminal(status.jobStatus.state) && job !== undefined && isTerminal(job.state)
    && String(job.startTime) === status.jobStatus.startTime
}
