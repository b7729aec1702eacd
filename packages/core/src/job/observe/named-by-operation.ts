import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
import { withJob, withRecord } from '../../contract/round/status-change.ts'

/**
 * Makes `jobStatus` agree with the job that a stop names. If the two differ, another writer changed the status during the stop (P25). The
 * stop was recorded before any request was sent, so its job is the one that was asked to stop. The other recorded facts may belong to the
 * other job and are observed again.
 */
export const namedByOperation = <Status extends JobLifecycleStatus>(status: Status): Status => {
  const { operation, jobStatus: { jobId } } = status
  return operation?.kind !== 'Suspend' || operation.jobId === null || operation.jobId === jobId ? status
    : withRecord(withJob(status, { jobId: operation.jobId, state: 'RECONCILING', startTime: null }), {
      terminalSince: null,
      jobMissedSince: null,
      runningSince: null,
    })
}
