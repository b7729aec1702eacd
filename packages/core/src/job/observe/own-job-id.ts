import { isOfEarlierAttempt, isOfAttempt, type JobOwner } from '../../contract/resource/mint-id.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
import { withLifecycle } from '../../contract/round/status-change.ts'

/**
 * Corrects the job id of an operation if it is one of an earlier attempt, which another writer put back (P25). Ids of session jobs name
 * their attempt (ADR 43).
 *
 * | operation | its id | `jobStatus.jobId` | the operation's id then |
 * |---|---|---|---|
 * | Submit | of another attempt than the operation | of the operation's attempt: the request was recorded | that of jobStatus |
 * | | | anything else | missing: before the request a new attempt follows, afterwards it is unknown whether the job ran |
 * | Suspend | of an earlier attempt than jobStatus | – | that of jobStatus |
 */
export const withOwnJobId = <Status extends JobLifecycleStatus>(owner: JobOwner, status: Status): Status => {
  const { operation, jobStatus } = status
  if (operation === null || operation.kind === 'Unreadable' || operation.jobId === null) return status
  const isOther = operation.kind === 'Submit' ? isOfAttempt(owner, operation.jobId, operation.attempt) === false
    : operation.kind === 'Suspend' && isOfEarlierAttempt(owner, operation.jobId, jobStatus.jobId)
  if (!isOther) return status
  const isNamed = jobStatus.jobId !== null && isOfAttempt(owner, jobStatus.jobId, operation.attempt) === true
  const jobId = operation.kind === 'Suspend' || isNamed ? jobStatus.jobId : null
  return withLifecycle(status, { operation: { ...operation, jobId } })
}
