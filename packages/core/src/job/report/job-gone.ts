import type { Problem } from '../../contract/round/decision.ts'
import { isDefinite } from '../../contract/resource/last-state.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { JobRound, SubmittedJob } from '../job-round.ts'
import { lastStateOf } from '../record/last-state-of.ts'
import { isMissed } from '../observe/observe-job.ts'
import { isLeftUnknown } from '../observe/observe-last-state.ts'
import { remediationsOf } from '../upgrade/upgrade-answer.ts'
import { isStateless } from '../../contract/resource/upgrade-mode.ts'

/** The JobManager lists no such job. */
export const jobNotFound = ({ desired: { wanted } }: Pick<JobRound, 'desired'>): Problem => ({
  owner: 'job',
  type: 'ReconciliationException',
  message: `Job Not Found. The JobManager lists no such job; if it does not come back: ${remediationsOf(wanted?.job.upgradeMode ?? null)}`,
  reason: 'Missing',
})

/** The problem if the job is missing for longer than a moment. */
export const missedProblem = (round: JobRound): Problem | null => isMissed(round.observed.status, round.env.now) ? jobNotFound(round) : null

/**
 * The problem for a job that this operator did not cancel. Whoever cancelled it may have had a reason, so the operator does not restart it
 * automatically (D-01).
 */
export const cancelledProblem = (round: JobRound): Problem | null => {
  const { desired: { deployed }, observed: { status } } = round
  return status.jobStatus.state !== 'CANCELED' || deployed._tag !== 'Deployed' || deployed.reconciled.job.state !== 'running' ? null
    : { owner: 'job', type: 'ReconciliationException', message: cancelledWords(round, deployed), reason: 'JobCancelled' }
}

/**
 * Names the cause, except for a job that another operator deployed: that operator may have cancelled it, for the upgrade that this one took
 * over (V08).
 */
const byWhom = (
  { operatorRecord: { attempts } }: JobRound['observed']['status'],
): string => (attempts === 0 ? '' : ' outside of this operator')

/**
 * Explains what a new start would restore the job from, by the same rules that decide it (V07):
 *
 * | job | last state | effect of a new restartNonce |
 * |---|---|---|
 * | stateless | – | starts the job from empty state |
 * | stateful | a path | starts the job from that path |
 * | stateful | none: it started empty and completed no checkpoint | starts the job from empty state |
 * | stateful | not read yet | no advice before it is read |
 * | stateful | unknown | starts nothing: the user has to say what to start from |
 */
const cancelledWords = (
  { desired: { deployed, wanted }, observed: { status }, env: { now } }: JobRound,
  { reconciled }: SubmittedJob,
): string => {
  const mode = wanted?.job.upgradeMode ?? reconciled.job.upgradeMode
  const left = lastStateOf(status, deployed)
  const cancelled = `The job was cancelled${byWhom(status)}`
  const again = `${cancelled}. A new spec.restartNonce starts it again from`
  if (isStateless(mode))
    return left._tag === 'Path'
      ? `${again} empty state, as spec.job.upgradeMode says. To start it from ${left.path}, set spec.job.initialSavepointPath to that, with a new spec.job.savepointRedeployNonce.`
      : `${again} empty state, as spec.job.upgradeMode says.`
  switch (left._tag) {
    case 'Path':
      return `${again} ${left.path}, ${
        left.seen === 'Source' ? 'which it was started from: it completed no checkpoint since' : 'its last state'
      }.`
    case 'None':
    case 'NeverStarted':
      return `${again} empty state, as before: it completed no checkpoint.`
    case 'InHighAvailability':
    case 'Unknown':
      return isBeingRead(status, now) ? `${cancelled}. The operator is asking Flink for the last state of the job.`
        : `The job was cancelled, and its last state is unknown. ${remediationsOf(mode)}`
  }
}

/** True while the operator still reads the last state: Flink shows the last checkpoint of a job some seconds after its end. */
const isBeingRead = (status: JobRound['observed']['status'], now: EpochMillis): boolean =>
  status.operatorRecord.terminalSince !== null && !isDefinite(status.operatorRecord.lastState) && !isLeftUnknown(status, now)
