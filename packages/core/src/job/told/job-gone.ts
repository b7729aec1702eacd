import type { Problem } from '../../round/decision.ts'
import { isDefinite } from '../../resource/last-state.ts'
import type { EpochMillis } from '../../resource/time.ts'
import type { JobRound, SubmittedJob } from '../job-round.ts'
import { lastStateOf } from '../record/last-state-of.ts'
import { isMissed } from '../seen/observe-job.ts'
import { isLeftUnknown } from '../seen/observe-last-state.ts'
import { waysOf } from '../upgrade/upgrade-answer.ts'
import { isStateless } from '../../resource/upgrade-mode.ts'

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
export const cancelledProblem = (round: JobRound): Problem | null => {
  const { desired: { deployed }, observed: { status } } = round
  return status.jobStatus.state !== 'CANCELED' || deployed._tag !== 'Deployed' || deployed.reconciled.job.state !== 'running' ? null
    : { owner: 'job', type: 'ReconciliationException', message: cancelledWords(round, deployed), reason: 'JobCancelled' }
}

/** A job that another operator deployed may have been cancelled by that one, for the upgrade that this one took over (V08). */
const byWhom = ({ operatorRecord: { attempts } }: JobRound['observed']['status']): string => (attempts === 0 ? '' : ' by somebody else')

/**
 * What a new start would go on from, by the same rules that decide it (V07):
 *
 * | the job | what it left | a new restartNonce |
 * |---|---|---|
 * | stateless | – | starts it from empty state |
 * | stateful | a path | starts it from that path |
 * | stateful | nothing: it began empty and completed no checkpoint | starts it from empty state |
 * | stateful | not read yet | nothing is advised before it is read |
 * | stateful | not known | starts nothing: a person says what it starts from |
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
      return `${again} ${left.path}, ${left.seen === 'Source' ? 'where it began: it completed no checkpoint since' : 'its last state'}.`
    case 'None':
    case 'NeverStarted':
      return `${again} empty state, where it began: it completed no checkpoint.`
    case 'InHighAvailability':
    case 'Unknown':
      return isBeingRead(status, now) ? `${cancelled}. The operator asks Flink what the job left.`
        : `The job was cancelled, and it is not known what it left. ${waysOf(mode)}`
  }
}

/** Flink shows the last checkpoint of a job some seconds after its end. */
const isBeingRead = (status: JobRound['observed']['status'], now: EpochMillis): boolean =>
  status.operatorRecord.terminalSince !== null && !isDefinite(status.operatorRecord.lastState) && !isLeftUnknown(status, now)
