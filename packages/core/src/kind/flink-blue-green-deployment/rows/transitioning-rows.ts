import { type BlueGreenChange, changeOf } from '../transition/change.ts'
import {
  editOf,
  isDelayOver,
  isLate,
  isNewAsWanted,
  isNewDeleting,
  isNewGone,
  isNewOfAnother,
  isNewReady,
  isNewSuspended,
  isNewUnbegun,
  isOldAlive,
  isOldKept,
  isReverted,
  isSavepointMissed,
  newChild,
  oldView,
  operationOf,
  retargetOf,
  strangerOf,
} from '../transition/evidence.ts'
import type { BlueGreenRound } from '../round.ts'
import type { BlueGreenRow } from './row.ts'

const kindOf = (round: BlueGreenRound): string | null => operationOf(round)?.kind ?? null
const stepOf = (round: BlueGreenRound): string | null => operationOf(round)?.step ?? null
const isOthers = ({ _tag }: { readonly _tag: string }): boolean => _tag === 'Others'

/** What runs is to go: there is no way back any more. */
const retiring: readonly BlueGreenRow[] = [
  {
    row: 'G50',
    phases: ['Transitioning'],
    when: 'the old child was told to go, and is gone',
    holds: round => stepOf(round) === 'Retire' && oldView(round) === null,
    then: 'Finish',
    next: 'ACTIVE_n: the target is recorded, and all that belongs to the transition is cleared (B105)',
  },
  {
    row: 'G51',
    phases: ['Transitioning'],
    when: 'the old child was told to go, and is going',
    holds: round => stepOf(round) === 'Retire' && !isOldAlive(round),
    then: 'WaitRetired',
    next: 'waits until it is gone',
  },
  {
    row: 'G52',
    phases: ['Transitioning'],
    when: 'the old child was to go and is still there, and n is ready',
    holds: round => stepOf(round) === 'Retire' && isNewReady(round),
    then: 'Retire',
    next: 'the old child is deleted',
  },
  {
    row: 'G48',
    phases: ['Transitioning'],
    when: 'the old child was to go and is still there as it was then, n is not ready, and what was sent does not arrive any more',
    holds: round => stepOf(round) === 'Retire' && isLate(round) && !isOldKept(round) && round.observed.serving !== null,
    then: 'KeepOld',
    next: 'the old child is marked: a process that stood still, and is yet to delete it as it was, is refused (B107)',
  },
  {
    row: 'G53',
    phases: ['Transitioning'],
    when: 'the old child was to go and is still there, n is not ready, and what was sent does not arrive any more',
    holds: round => stepOf(round) === 'Retire' && isLate(round),
    then: 'Fail',
    next: 'ACTIVE_p, which was never touched; n is deleted; tried again, in bounds',
  },
  {
    row: 'G54',
    phases: ['Transitioning'],
    when: 'the old child was to go and is still there, and n is not ready',
    holds: round => stepOf(round) === 'Retire',
    then: 'WaitReady',
    next: 'waits: nothing is taken away (B107)',
  },
]

/** A child is brought up, or changed. */
export const transitioningRows: readonly BlueGreenRow[] = [
  {
    row: 'G49',
    phases: ['Transitioning'],
    when: 'a child is there that the record of the transition does not know: a status of before was put back, or somebody made it',
    holds: round => strangerOf(round) !== null,
    then: 'Disown',
    next: 'ACTIVE of that child, whose spec tells what it runs: nothing is started from what is recorded',
  },
  ...retiring,
  {
    row: 'G55',
    phases: ['Transitioning'],
    when: 'n was deleted by hand after it was seen, and the old child serves',
    holds: round => isNewGone(round) && operationOf(round)?.childUid !== null && isOldAlive(round),
    then: 'Fail',
    next: 'ACTIVE_p; tried again, in bounds',
  },
  {
    row: 'G56',
    phases: ['Transitioning'],
    when: 'n, the only child, was deleted by hand after it was seen',
    holds: round => isNewGone(round) && operationOf(round)?.childUid !== null,
    then: 'LoseActive',
    next: 'ACTIVE_n, whose rows tell what can be done',
  },
  {
    row: 'G57',
    phases: ['Transitioning'],
    when: 'a FlinkDeployment of the name of n is not ours',
    holds: round => isOthers(newChild(round)),
    then: 'TellOthers',
    next: 'told; waits until the name is free',
  },
  {
    row: 'G58',
    phases: ['Transitioning'],
    when: 'n is being deleted by somebody, or is an older one that goes',
    holds: isNewDeleting,
    then: 'WaitGone',
    next: 'waits until it is gone',
  },
  {
    row: 'G59',
    phases: ['Transitioning'],
    when: 'n is of another transition, and the old child serves, or it was never let go: it would go on from an older state (E-35)',
    holds: round => (isNewOfAnother(round) && isOldAlive(round)) || isNewUnbegun(round),
    then: 'DeleteStale',
    next: 'it is deleted; then n is created anew',
  },
  {
    row: 'G60',
    phases: ['Transitioning'],
    when: 'a change in place did not work, and the child is as it was before (E-36)',
    holds: round => stepOf(round) === 'Revert' && isReverted(round),
    then: 'FinishRevert',
    next: 'ACTIVE_n with the last good spec; tried again, in bounds',
  },
  {
    row: 'G61',
    phases: ['Transitioning'],
    when: 'a change in place did not work (E-36)',
    holds: round => stepOf(round) === 'Revert',
    then: 'Revert',
    next: 'the last good spec is put back; the only child is never suspended',
  },
  {
    row: 'G62',
    phases: ['Transitioning'],
    when: 'the edit was taken back, or needs a savepoint that the switch was not begun with (P01, B29), and the old child serves',
    holds: round =>
      kindOf(round) === 'Switch' && isOldAlive(round) && round.desired.wanted !== null && retargetOf(round) !== 'IGNORE'
      && (editOf(round) === 'IGNORE' || isSavepointMissed(round)),
    then: 'TakeBack',
    next: 'ACTIVE_p; n is deleted, and what the edit asks for is begun anew',
  },
  {
    row: 'G63',
    phases: ['Transitioning'],
    when: 'the spec was edited again; a suspension waits for the end of a switch',
    holds: round => retargetOf(round) !== 'IGNORE' && !(kindOf(round) === 'Switch' && retargetOf(round) === 'SUSPEND'),
    then: 'Retarget',
    next: 'TRANSITIONING_TO_n: n is changed in place, and its time begins anew',
  },
  {
    row: 'G64',
    phases: ['Transitioning'],
    when: 'n is suspended, as it is to be',
    holds: isNewSuspended,
    then: 'Finish',
    next: 'ACTIVE_n, jobStatus SUSPENDED',
  },
  {
    row: 'G65',
    phases: ['Transitioning'],
    when: 'n is not there yet, not let go, or not as it is to be',
    holds: round => !isNewAsWanted(round) && !(isLate(round) && isOldAlive(round)),
    then: 'Apply',
    next: 'n is created, held, or changed and so let go, by server-side apply of what is ours (E-29)',
  },
  {
    row: 'G66',
    phases: ['Transitioning'],
    when: 'n is ready, and there is no old child: a first deployment, a change in place, or somebody deleted it',
    holds: round => isNewReady(round) && oldView(round) === null,
    then: 'Finish',
    next: 'ACTIVE_n, jobStatus RUNNING',
  },
  {
    row: 'G67',
    phases: ['Transitioning'],
    when: 'n is ready, and was so without a break for the deletion delay',
    holds: round => isNewReady(round) && isDelayOver(round),
    then: 'Retire',
    next: 'the ingress goes to n, then the old child is deleted: from here on there is no way back',
  },
  {
    row: 'G68',
    phases: ['Transitioning'],
    when: 'n is ready',
    holds: isNewReady,
    then: 'WaitDelay',
    next: 'waits for the deletion delay, from its first ready moment without a break (E-31)',
  },
  {
    row: 'G69',
    phases: ['Transitioning'],
    when: 'n is not ready in time, and the old child serves',
    holds: round => isLate(round) && isOldAlive(round),
    then: 'Fail',
    next: 'ACTIVE_p, which was never touched; n is deleted; tried again, in bounds (E-32)',
  },
  {
    row: 'G70',
    phases: ['Transitioning'],
    when: 'a change in place that restarts nothing does not work in time (E-36)',
    holds: round => isLate(round) && kindOf(round) === 'InPlace' && editInPlace(round) === 'PATCH_CHILD',
    then: 'Revert',
    next: 'the last good spec is put back',
  },
  {
    row: 'G71',
    phases: ['Transitioning'],
    when: 'n, the only child, is not ready in time',
    holds: isLate,
    then: 'TellLate',
    next: 'FAILING; it is left to its own operator, and an edit is taken over at once: the only child is never suspended (E-36)',
  },
  {
    row: 'G72',
    phases: ['Transitioning'],
    when: 'n is not ready',
    holds: () => true,
    then: 'WaitReady',
    next: 'waits, in bounds',
  },
]

/** What the change in place is, beside what served before it. */
const editInPlace = ({ observed: { target, serving } }: BlueGreenRound): BlueGreenChange =>
  target === null ? 'IGNORE' : changeOf(serving, target)
