import type { Problem } from '../../round/decision.ts'
import type { JobRound } from '../job-round.ts'
import { isMissed } from '../seen/observe-job.ts'
import { isLeftUnknown } from '../seen/observe-last-state.ts'
import { waysOf } from '../upgrade/upgrade-answer.ts'

/** The JobManager lists no such job. */
export const jobNotFound = ({ desired: { wanted } }: Pick<JobRound, 'desired'>): Problem => ({
  owner: 'job',
  type: 'ReconciliationException',
  message: `Job Not Found. The JobManager lists no such job; if it does not come back: ${waysOf(wanted?.job.upgradeMode ?? null)}`,
  reason: 'Missing',
})

/** The same, for longer than a moment. */
export const missedProblem = (round: JobRound): Problem | null => isMissed(round.observed.status, round.env.now) ? jobNotFound(round) : null

/** Nobody here cancelled it: whoever did may have a reason, so it is not started again by itself (D-01). */
export const cancelledProblem = ({ desired: { deployed, wanted }, observed: { status }, env }: JobRound): Problem | null => {
  if (status.jobStatus.state !== 'CANCELED' || deployed._tag !== 'Deployed' || deployed.reconciled.job.state !== 'running') return null
  return isLeftUnknown(status, env.now)
    ? {
      owner: 'job',
      type: 'ReconciliationException',
      message: `The job was cancelled, and it is not known what it left. ${waysOf(wanted?.job.upgradeMode ?? null)}`,
      reason: 'JobCancelled',
    }
    : {
      owner: 'job',
      type: 'ReconciliationException',
      message: 'The job was cancelled by somebody else; a new restartNonce starts it again from its last checkpoint',
      reason: 'JobCancelled',
    }
}
