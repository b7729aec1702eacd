import type { JobFacts } from '../../../contract/fact/job-facts.ts'
import type { FlinkSessionJobStatus } from '../../../contract/resource/flink-session-job.ts'
import { isTerminal } from '../../../contract/resource/job-state.ts'
import { isDefinite } from '../../../contract/resource/last-state.ts'
import { isOfEarlierAttempt, type JobOwner } from '../../../contract/resource/mint-id.ts'
import { withJob, withRecord } from '../../../contract/round/status-change.ts'

/**
 * Names the newest run of the resource that Flink lists as ended, if the status names an earlier one that is not alive, and no last state
 * is recorded: another writer put back `jobStatus`, and the state of the earlier run is older (P01, P25). A later run that is alive is
 * another case (`orphan-job.ts`).
 */
export const withNewestJob = (
  owner: JobOwner,
  status: FlinkSessionJobStatus,
  { jobs }: Pick<JobFacts, 'jobs'>,
): FlinkSessionJobStatus => {
  const { jobStatus: { jobId: recorded }, operatorRecord: { lastState } } = status
  if (jobs?._tag !== 'Known' || recorded === null || isDefinite(lastState)) return status
  const isRecordedAlive = jobs.value.some(({ jobId, state }) => jobId === recorded && !isTerminal(state))
  const later = jobs.value.filter(({ jobId }) => isOfEarlierAttempt(owner, recorded, jobId))
  const newest = later.find(({ jobId }) => later.every(other => other.jobId === jobId || isOfEarlierAttempt(owner, other.jobId, jobId)))
  if (newest === undefined || isRecordedAlive || later.some(({ state }) => !isTerminal(state))) return status
  return withRecord(withJob(status, { jobId: newest.jobId, state: 'RECONCILING', startTime: null }), {
    terminalSince: null,
    jobMissedSince: null,
    runningSince: null,
  })
}
