import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import { withReconciliation } from '../../contract/round/status-change.ts'

/** How long the job still has to run before its spec is stable (D-17, B37). Null: it does not run. */
export const untilStable = (
  { jobStatus: { state }, operatorRecord: { runningSince } }: Pick<JobLifecycleStatus, 'jobStatus' | 'operatorRecord'>,
  window: Millis,
  now: EpochMillis,
): Millis | null => state === 'RUNNING' ? Math.max(0, (runningSince ?? now) + window - now) : null

/** Rows 10 and 11: a DEPLOYED spec is stable once its job was observed RUNNING for the stability window, or FINISHED. */
export const markStableIfRunning = <Status extends JobLifecycleStatus>(status: Status, window: Millis, now: EpochMillis): Status => {
  const { state, lastReconciledSpec } = status.reconciliationStatus
  const isDone = status.jobStatus.state === 'FINISHED' || untilStable(status, window, now) === 0
  return state === 'DEPLOYED' && isDone ? withReconciliation(status, { lastStableSpec: lastReconciledSpec }) : status
}

/** Section 1.3/10. */
export const isStable = ({ reconciliationStatus: { lastReconciledSpec, lastStableSpec } }: JobLifecycleStatus): boolean =>
  lastReconciledSpec !== null && lastReconciledSpec === lastStableSpec
