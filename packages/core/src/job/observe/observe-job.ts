import { attemptAnnotation } from '../../contract/resource/annotations.ts'
import type { JobFacts } from '../../contract/fact/cluster-facts.ts'
import type { JobOverview } from '../../contract/fact/flink-rest.ts'
import { type JobLifecycleStatus, isTerminal, type JobState } from '../../contract/resource/job-status.ts'
import { isDefinite, stateOfRunningJob } from '../../contract/resource/last-state.ts'
import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import { withJob, withRecord } from '../../contract/round/status-change.ts'
import { markStableIfRunning } from '../record/stable-spec.ts'

/**
 * A missing job is an error only if it stays missing for this long: a new JobManager may list no job for a moment (design.md, section 3).
 */
export const absenceMillis: Millis = 5_000

/**
 * The job's state for our status. Flink reports RUNNING while tasks are still being scheduled. Ours is RUNNING only when every task runs or
 * is finished (B56; control-flow.md, section 3.5).
 */
export const effectiveState = ({ state, tasks }: JobOverview): JobState =>
  state === 'RUNNING' && tasks.total > tasks.running + tasks.finished ? 'CREATED' : state

/**
 * Finds the resource's job among those that the JobManager lists: by its id, whatever the order (B57). If the status lost the id, or has an
 * older one, it is the only job of the cluster that our attempt created (P25). An operation names its job itself.
 */
export const ownJob = (
  { jobStatus: { jobId }, operation, operatorRecord: { deployedAttempt } }: JobLifecycleStatus,
  { jobs, deployment }: Pick<JobFacts, 'jobs' | 'deployment'>,
): JobOverview | undefined => {
  if (jobs?._tag !== 'Known') return undefined
  const byId = jobs.value.find(it => it.jobId === jobId)
  const isOurCluster = operation === null && deployment?._tag === 'Known' && deployedAttempt !== null
    && deployment.value.annotations[attemptAnnotation] === deployedAttempt
  return byId ?? (isOurCluster && jobs.value.length === 1 ? jobs.value[0] : undefined)
}

/**
 * Folds the job that REST shows into the status (control-flow.md, sections 3.5 and 3.6). A terminal job stays terminal (P13). A job that
 * runs again under the same id is an orphan, which `classify` finds in the facts.
 */
export const observeJob = <Status extends JobLifecycleStatus>(
  status: Status,
  facts: Pick<JobFacts, 'jobs' | 'deployment'>,
  now: EpochMillis,
  stabilityWindow: Millis = 0,
): Status => {
  const job = ownJob(status, facts)
  if (facts.jobs?._tag !== 'Known' || (isTerminal(status.jobStatus.state) && !isEndDisproved(status, job, now)))
    return isRunRecorded(status, job) ? withJob(status, { jobId: job.jobId }) : status
  return job === undefined ? observeMissed(status, now) : markStableIfRunning(observeFound(status, job, now), stabilityWindow, now)
}

/** True if Flink lists the very run whose end the status records, and whose id the status lost. */
const isRunRecorded = ({ jobStatus: { startTime } }: JobLifecycleStatus, job: JobOverview | undefined): job is JobOverview =>
  job !== undefined && String(job.startTime) === startTime

/**
 * True if the recorded end is wrong. A run that ended does not come back. If Flink shows that very run alive for longer than REST may be
 * late, and its last state is unknown, another writer wrote the end into the status. Another run under the same id is an orphan, which
 * `classify` finds in the facts.
 */
const isEndDisproved = (
  { jobStatus, operatorRecord: { terminalSince, lastState } }: JobLifecycleStatus,
  job: JobOverview | undefined,
  now: EpochMillis,
): boolean =>
  job !== undefined && !isTerminal(job.state) && String(job.startTime) === jobStatus.startTime && !isDefinite(lastState)
  && terminalSince !== null && now > terminalSince + absenceMillis

/** How long the `main` of an application may take to submit the job; REST answers meanwhile. */
export const slowStartMillis: Millis = 300_000

/** How long the job may be missing: briefly if it was observed since its deploy, longer if it is still starting. */
export const missedAfter = (
  { jobStatus: { updateTime }, reconciliationStatus: { reconciliationTimestamp } }: JobLifecycleStatus,
): Millis => updateTime !== null && Number(updateTime) >= reconciliationTimestamp ? absenceMillis : slowStartMillis

/**
 * True if the job was certainly observed since its deploy. The round that records the deploy observes no job. An observation in the same
 * millisecond may be of the previous job.
 */
export const wasSeen = ({ jobStatus: { updateTime }, reconciliationStatus: { reconciliationTimestamp } }: JobLifecycleStatus): boolean =>
  updateTime !== null && Number(updateTime) > reconciliationTimestamp

/** True if the job is missing for longer than allowed. `now - since` is the time in which no query listed it. */
export const isMissed = (status: JobLifecycleStatus, now: EpochMillis): boolean => {
  const { operatorRecord: { jobMissedSince }, jobStatus: { state } } = status
  return jobMissedSince !== null && now - jobMissedSince >= missedAfter(status) && !isTerminal(state)
}

/**
 * True if the job is missing for twice as long as a start may take. A JobManager with high availability that still lists no job has stored
 * its result. Only the elapsed time shows that.
 */
export const isMissedForGood = ({ operatorRecord: { jobMissedSince } }: JobLifecycleStatus, now: EpochMillis): boolean =>
  jobMissedSince !== null && now - jobMissedSince >= 2 * slowStartMillis

/** Records a missing job. After longer than a start takes its fate is unknown (control-flow.md, section 3.5). */
const observeMissed = <Status extends JobLifecycleStatus>(status: Status, now: EpochMillis): Status => {
  const since = status.operatorRecord.jobMissedSince ?? now
  const missed = withRecord(status, { jobMissedSince: since, runningSince: null })
  return isMissed(missed, now) ? withJob(missed, { state: 'RECONCILING' }) : missed
}

const observeFound = <Status extends JobLifecycleStatus>(status: Status, job: JobOverview, now: EpochMillis): Status => {
  const state = effectiveState(job)
  const seen = withJob(status, {
    state,
    jobId: job.jobId,
    jobName: job.name,
    startTime: String(job.startTime),
    updateTime: state === status.jobStatus.state ? status.jobStatus.updateTime : String(now),
  })
  return withRecord(seen, {
    jobMissedSince: null,
    runningSince: state === 'RUNNING' ? (status.operatorRecord.runningSince ?? now) : null,
    terminalSince: isTerminal(state) ? now : null,
    lastState: stateOfRunningJob,
  })
}
