import type { Deployed } from '../cluster/deployed-spec.ts'
import { isHeldBack, sendAgain, snapshotStep } from '../job/snapshot/next-snapshot-step.ts'
import type { Round } from './application-round.ts'
import type { Situation } from './application-situation.ts'
import { blocked } from '../round/waiting-situation.ts'

/** Row C26. Null: nothing is held back (control-flow.md, section 4.1/1). */
export const heldBack = (round: Round, deployed: Deployed): Situation | null => {
  if (!isHeldBack(round, deployed)) return null
  const step = sendAgain(round, deployed)
  return step === null
    ? blocked(
      'C26',
      `savepoint ${round.observed.status.jobStatus.savepointInfo.triggerId ?? ''}, which was asked for before the edit`,
      null,
    )
    : { _tag: 'Snapshot', row: `C26 ${step.row}`, step, reason: step.reason }
}

/** Row C27. */
export const snapshotSituation = (round: Round, deployed: Deployed): Situation | null => {
  const step = snapshotStep(round, deployed)
  return step === null ? null : { _tag: 'Snapshot', row: `C27 ${step.row}`, step, reason: step.reason }
}
