import { savepointEnds } from '../../../job/report/job-problem.ts'
import type { Deployed } from '../../../cluster/deployed-spec.ts'
import { isHeldBack, sendAgain, snapshotStep } from '../../../job/snapshot/next-snapshot-step.ts'
import type { Round, Situation } from './application-round.ts'
import { blocked } from '../../../contract/round/waiting-situation.ts'

/**
 * Row savepoint-pending: a savepoint requested before the edit holds the edit back. Null: nothing is held back (control-flow.md, section
 * 4.1/1).
 */
export const heldBack = (round: Round, deployed: Deployed): Situation | null => {
  if (!isHeldBack(round, deployed)) return null
  const step = sendAgain(round, deployed)
  return step === null
    ? blocked(
      'savepoint-pending',
      `savepoint ${round.observed.status.jobStatus.savepointInfo.triggerId ?? ''}, which was requested before the edit`,
      savepointEnds,
    )
    : { _tag: 'Snapshot', row: `savepoint-pending, ${step.row}`, step, reason: step.reason }
}

/** Row `snapshot`: a snapshot is due. Null: none is. */
export const snapshotSituation = (round: Round, deployed: Deployed): Situation | null => {
  const step = snapshotStep(round, deployed)
  return step === null ? null : { _tag: 'Snapshot', row: `snapshot, ${step.row}`, step, reason: step.reason }
}
