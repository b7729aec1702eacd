import type { JobFacts } from '../../../contract/fact/job-facts.ts'
import type { FlinkSessionJobStatus } from '../../../contract/resource/flink-session-job.ts'
import { isTerminal } from '../../../contract/resource/job-state.ts'
import { isDefinite, stateOfRunningJob } from '../../../contract/resource/last-state.ts'
import { attemptOfJob, isOfEarlierAttempt, type JobOwner } from '../../../contract/resource/mint-id.ts'
import { withJob, withRecord } from '../../../contract/round/status-change.ts'

/**
 * Names the newest run of the resource that Flink lists as ended, if the status names an earlier one that is not alive and no last state,
 * or records the job as never started: another writer put back `jobStatus` or the record, and what they say is older (P01, P25). A later
 * run that is alive is another case (`orphan-job.ts`).
 */
export const withNewestJob = (
  owner: JobOwner,
  status: FlinkSessionJobStatus,
  { jobs }: Pick<JobFacts, 'jobs'>,
): FlinkSessionJobStatus => {
  const { jobStatus: { jobId: recorded }, operatorRecord: { lastState } } = status
  const isNeverStarted = lastState._tag === 'NeverStarted'
  if (jobs?._tag !== 'Known' || (isNeverStarted ? status.operation !== null : recorded === null || isDefinite(lastState))) return status
  const isAlive = jobs.value.some(({ jobId, state }) => jobId === recorded && !isTerminal(state))
  const later = jobs.value.filter(({ jobId }) =>
    isNeverStarted ? attemptOfJob(owner, jobId) !== null : isOfEarlierAttempt(owner, recorded ?? '', jobId)
  )
  const newest = later.find(({ jobId }) => later.every(other => other.jobId === jobId || isOfEarlierAttempt(owner, other.jobId, jobId)))
  if (newest === undefined || isAlive || later.some(({ state }) => !isTerminal(state))) return status
  return withRecord(withJob(status, { jobId: newest.jobId, state: 'RECONCILING', startTime: null }), {
    terminalSince: null,
    jobMissedSince: null,
    runningSince: null,
    ...(isNeverStarted ? { lastState: stateOfRunningJob } : {}),
  })
}
