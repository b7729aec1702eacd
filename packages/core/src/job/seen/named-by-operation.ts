import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { withJob, withRecord } from '../../round/status-change.ts'

/**
 * A stop names its job, and so does `jobStatus`. Where the two differ somebody changed the status while the job was being stopped (P25):
 * the stop was written down before anything was sent, and what it names was told to stop. What else is recorded there of how the job is may
 * be of the other one, and is seen anew.
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
