import { parseDuration } from '../../flink/configuration/parse-duration.ts'
import type { Millis, EpochMillis } from '../../contract/resource/time.ts'
import type { ConfiguredJob, JobDesired, JobRound } from '../job-round.ts'
import type { CheckpointStatistics, CheckpointView } from '../../contract/fact/flink-rest.ts'
import type { JobFacts } from '../../contract/fact/cluster-facts.ts'
import { type JobLifecycleStatus, isTerminal } from '../../contract/resource/job-status.ts'
import { isDefinite } from '../../contract/resource/last-state.ts'
import { stopLeaves } from '../../contract/resource/suspend-mode.ts'
import type { Query } from '../../contract/query/query.ts'
import { ownJob } from './observe-job.ts'
import { startOf } from '../record/last-state-of.ts'
import { withLastState, withRecord } from '../../contract/round/status-change.ts'

/** Flink's defaults (kubernetes-ha.md, section 3.1). */
const usualRenewDeadline: Millis = 15_000
const usualRetryPeriod: Millis = 5_000

const option = ({ effective: { configuration } }: Pick<ConfiguredJob, 'effective'>, name: string, usual: Millis): Millis | null => {
  const text = configuration[`high-availability.kubernetes.leader-election.${name}`]
  return text === undefined ? usual : parseDuration(text)
}

/**
 * The minimum time that a leader keeps leadership without renewing its lease. Null: unknown, as with ZooKeeper, where leadership can be
 * lost at once.
 */
export const leadsAtLeast = (running: Pick<ConfiguredJob, 'effective' | 'options'>): Millis | null =>
  running.options.highAvailability === 'kubernetes' ? option(running, 'renew-deadline', usualRenewDeadline) : null

/** The same for a leader that was observed at some moment: its last renewal may be one retry period older. */
export const leadsOnAtLeast = (running: Pick<ConfiguredJob, 'effective' | 'options'>): Millis | null => {
  const leads = leadsAtLeast(running)
  const pause = option(running, 'retry-period', usualRetryPeriod)
  return leads === null || pause === null ? null : leads - pause
}

/**
 * Flink serves checkpoints from a cache that is up to `web.refresh-interval` old (3 s by default). An earlier answer may lack the last
 * checkpoint.
 */
export const checkpointCacheMillis: Millis = 3_500

/** All views of the newest checkpoint. It may appear as both restored and completed, and only the latter shows that it was discarded. */
const newest = ({ restored, completed, savepoint }: CheckpointStatistics): readonly CheckpointView[] => {
  const shown = [restored, completed, savepoint].filter(it => it !== null)
  return shown.filter(({ id }) => shown.every(it => it.id <= id))
}

/**
 * The latest state of a terminal job: the highest id among restored, completed and savepoint (control-flow.md, section 3.7). A state that
 * Flink discarded is never taken (L2), and neither is an older one in its place, which would take the job back in time (P01).
 */
export const latestState = (statistics: CheckpointStatistics): CheckpointView | undefined =>
  isLastStateDiscarded(statistics) ? undefined : newest(statistics)[0]

/** True if Flink discarded the last state, as it does when a job finishes. The JobManager knows nothing more about it. */
export const isLastStateDiscarded = (statistics: CheckpointStatistics): boolean => newest(statistics).some(({ discarded }) => discarded)

/**
 * Reads the last state of a terminal job. The answer counts only if it was read late enough after the observed end. A state that can't be
 * determined stays unknown. Then only the upgrade waits or asks the user (D-25).
 *
 * | job | newest checkpoint that Flink shows | last state |
 * |---|---|---|
 * | FINISHED | the savepoint of a stop | that savepoint |
 * | | anything else | unknown: a stop with savepoint ends as FINISHED too, and Flink often does not list its savepoint (L2, F08) |
 * | CANCELED, FAILED | it has a path | that path |
 * | | it has no path outside of the JobManager, or was discarded, or none is shown although there were some | unknown |
 * | | this run completed none and restored none | the state that it was started from; unknown if HA metadata that is gone may have held more (F03), except for the first run, which the host knows |
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
  return reportedNothing(checkpoints.value) && (isStartItsState(desired, status) || isFirstRun())
    ? withLastState(status, startOf(status, desired.deployed)) : status
}

/** True if Flink reports that the run neither restored nor completed a checkpoint. */
const reportedNothing = (statistics: CheckpointStatistics): boolean =>
  latestState(statistics) === undefined && statistics.completedCount === 0 && statistics.restored === null

/** Queries for the last state of a job that ended: not before Flink can answer, and further ones only if Flink shows no checkpoint. */
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
  const checkpoints: Query = { _tag: 'GetCheckpoints', endpoint: deployed.endpoint, jobId }
  if (state === 'FINISHED') return [checkpoints]
  // together with the watch-based queries in one look: a round has few looks
  return [
    checkpoints,
    ...(facts.checkpoints?._tag !== 'Known' || reportedNothing(facts.checkpoints.value) ? firstRunQueries() : []),
  ]
}

/**
 * Moves `terminalSince` to the look that observed the end. If the status has an earlier time, another writer put it back, or an operator's
 * clock was behind; then the wait for Flink's cache would be skipped (P25, F15). Both times come from an operator's clock. The later one
 * counts, which only delays.
 */
export const withLaterTerminalSince = <Status extends JobLifecycleStatus>(status: Status): Status => {
  const { jobStatus: { state, updateTime }, operatorRecord: { terminalSince, lastState } } = status
  return isTerminal(state) && terminalSince !== null && !isDefinite(lastState) && Number(updateTime ?? 0) > terminalSince
    ? withRecord(status, { terminalSince: Number(updateTime) }) : status
}

/**
 * True if a run without checkpoints still has the state that it was started from. With high availability a restarted JobManager continues
 * from HA metadata, and a run does not report what it restored before it is RUNNING. A run that this operator cancels was RUNNING.
 */
const isStartItsState = ({ deployed }: JobDesired, { operation, jobStatus: { startTime } }: JobLifecycleStatus): boolean =>
  deployed._tag === 'Deployed' && (deployed.running.options.highAvailability === 'none'
    || (operation?.kind === 'Suspend' && stopLeaves[operation.mode] === 'LastCheckpoint' && operation.incarnation !== null
      && String(operation.incarnation.jobStartTime) === startTime))

/** True if the job was cancelled, by any client, and Flink did not show its last state in time. */
export const isLeftUnknown = (
  { jobStatus: { state }, operatorRecord: { terminalSince, lastState } }: JobLifecycleStatus,
  now: EpochMillis,
): boolean => state === 'CANCELED' && !isDefinite(lastState) && terminalSince !== null && now > terminalSince + 2 * checkpointCacheMillis

/**
 * True if this round's query lists the job as ended, in the very run that was observed to end. A JobManager that restarted may run the same
 * id again, or not know it.
 */
export const isEndedRun = (status: JobLifecycleStatus, facts: Pick<JobFacts, 'jobs' | 'deployment'>): boolean => {
  const job = ownJob(status, facts)
  return isTerminal(status.jobStatus.state) && job !== undefined && isTerminal(job.state)
    && String(job.startTime) === status.jobStatus.startTime
}
