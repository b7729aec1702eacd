import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import type { JobFacts } from '../../fact/job-facts.ts'
import type { JobOverview } from '../../fact/flink-rest.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { isTerminal, type JobState } from '../../resource/job-state.ts'
import { isDefinite, stateOfRunningJob } from '../../resource/last-state.ts'
import type { EpochMillis, Millis } from '../../resource/time.ts'
import { withJob, withRecord } from '../../round/status-change.ts'
import { markStableIfRunning } from '../record/stable-spec.ts'

/** An application without its job is an error only if it lasts: a fresh JobManager may list nothing for a moment (design.md, section 3). */
export const absenceMillis: Millis = 5_000

/**
 * Flink says RUNNING while tasks are still being scheduled; ours is RUNNING only when every task runs or is done (B56; control-flow.md,
 * section 3.5).
 */
export const effectiveState = ({ state, tasks }: JobOverview): JobState =>
  state === 'RUNNING' && tasks.total > tasks.running + tasks.finished ? 'CREATED' : state

/**
 * The job of the resource among those that the JobManager lists: by its id, whatever the order (B57). Where the status has lost the id, or
 * has an older one, the only job of the very cluster that our attempt made is it (P25); an operation names its job itself.
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
 * The job as REST shows it (control-flow.md, sections 3.5 and 3.6). A terminal job stays terminal (P13): one that is alive again under the
 * same id is a stray, which `classify` sees in the facts.
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

/** The very run that the status tells the end of, whose id it has lost. */
const isRunRecorded = ({ jobStatus: { startTime } }: JobLifecycleStatus, job: JobOverview | undefined): job is JobOverview =>
  job !== undefined && String(job.startTime) === startTime

/**
 * A run that ended does not come back: where Flink shows the very run alive for longer than REST may be late, and nothing is known of how
 * it ended, somebody else wrote the end into the status. A run of its own under the same id is a stray, which `classify` sees in the facts.
 */
const isEndDisproved = (
  { jobStatus, operatorRecord: { terminalSince, lastState } }: JobLifecycleStatus,
  job: JobOverview | undefined,
  now: EpochMillis,
): boolean =>
  job !== undefined && !isTerminal(job.state) && String(job.startTime) === jobStatus.startTime && !isDefinite(lastState)
  && terminalSince !== null && now > terminalSince + absenceMillis

/** The `main` of an application may take its time before a job is there at all; REST answers meanwhile. */
export const slowStartMillis: Millis = 300_000

/** How long the job may be missing: one that was seen since its deployment is missed soon, one that is only coming up is given time. */
export const missedAfter = (
  { jobStatus: { updateTime }, reconciliationStatus: { reconciliationTimestamp } }: JobLifecycleStatus,
): Millis => updateTime !== null && Number(updateTime) >= reconciliationTimestamp ? absenceMillis : slowStartMillis

/**
 * Was the job surely seen since it was deployed? The round that records the deploy sees none; what was seen in the same millisecond may be
 * the job before.
 */
export const wasSeen = ({ jobStatus: { updateTime }, reconciliationStatus: { reconciliationTimestamp } }: JobLifecycleStatus): boolean =>
  updateTime !== null && Number(updateTime) > reconciliationTimestamp

/** Is the job missing for longer than it may? `now - since` is how long no look listed it. */
export const isMissed = (status: JobLifecycleStatus, now: EpochMillis): boolean => {
  const { operatorRecord: { jobMissedSince }, jobStatus: { state } } = status
  return jobMissedSince !== null && now - jobMissedSince >= missedAfter(status) && !isTerminal(state)
}

/**
 * For twice as long as a start may take: a JobManager with high availability that still lists no job has its result stored. Nothing but the
 * time tells that.
 */
export const isMissedForGood = ({ operatorRecord: { jobMissedSince } }: JobLifecycleStatus, now: EpochMillis): boolean =>
  jobMissedSince !== null && now - jobMissedSince >= 2 * slowStartMillis

/** Missing for longer than a start takes: nobody knows what became of the job (control-flow.md, section 3.5). */
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
