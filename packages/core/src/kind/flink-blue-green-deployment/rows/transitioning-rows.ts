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
  isSourceUnknown,
  oldView,
  operationOf,
  retargetOf,
  foreignObjectOf,
  wasNewSeen,
} from '../transition/evidence.ts'
import { isAnyNotOwned } from '../transition/not-owned.ts'
import type { BlueGreenRound } from '../blue-green-round.ts'
import type { BlueGreenRow } from './blue-green-row.ts'

const kindOf = (round: BlueGreenRound): string | null => operationOf(round)?.kind ?? null
const stepOf = (round: BlueGreenRound): string | null => operationOf(round)?.step ?? null

/**
 * The status records that the operator deletes the old child. The transition rolls back only if the delete request provably did not arrive.
 */
const retiring: readonly BlueGreenRow[] = [
  {
    id: 'transition/old-child-gone',
    phases: ['Transitioning'],
    when: 'the operator requested the deletion of the old child, and the old child is gone',
    holds: round => stepOf(round) === 'Retire' && oldView(round) === null,
    then: 'Finish',
    next: 'ACTIVE_n: records the target and clears the transition (B105)',
  },
  {
    id: 'transition/old-child-being-deleted',
    phases: ['Transitioning'],
    when: 'the operator requested the deletion of the old child, and Kubernetes is deleting it',
    holds: round => stepOf(round) === 'Retire' && !isOldAlive(round),
    then: 'WaitRetired',
    next: 'waits until it is gone',
  },
  {
    id: 'transition/delete-old-child',
    phases: ['Transitioning'],
    when: 'the deletion of the old child is recorded but the child still exists, and n is ready',
    holds: round => stepOf(round) === 'Retire' && isNewReady(round),
    then: 'Retire',
    next: 'deletes the old child',
  },
  {
    id: 'transition/fence-old-child',
    phases: ['Transitioning'],
    when:
      'the deletion of the old child is recorded but the child exists unchanged, n is not ready, and no delete request can still arrive',
    holds: round => stepOf(round) === 'Retire' && isLate(round) && !isOldKept(round) && round.observed.serving !== null,
    then: 'KeepOld',
    next: 'marks the old child, so that Kubernetes refuses a delete request of a paused operator process for its earlier version (B107)',
  },
  {
    id: 'transition/keep-old-child',
    phases: ['Transitioning'],
    when: 'the deletion of the old child is recorded but the child still exists, n is not ready, and no delete request can still arrive',
    holds: round => stepOf(round) === 'Retire' && isLate(round),
    then: 'Fail',
    next: 'ACTIVE_p, which was never touched; deletes n; retries a limited number of times',
  },
  {
    id: 'transition/not-ready-past-deletion',
    phases: ['Transitioning'],
    when: 'the deletion of the old child is recorded but the child still exists, and n is not ready',
    holds: round => stepOf(round) === 'Retire',
    then: 'WaitReady',
    next: 'waits; deletes nothing (B107)',
  },
]

/** The operator creates a child or changes one, and waits until it is ready. */
export const transitioningRows: readonly BlueGreenRow[] = [
  {
    id: 'transition/name-conflict',
    phases: ['Transitioning'],
    when: 'a FlinkDeployment with the name of a child is not owned by this resource: a child may have lost its owner reference (A01)',
    holds: isAnyNotOwned,
    then: 'ReportOthers',
    next: 'reports it; finishes, creates and deletes nothing until the name is free, or the child has its owner reference again',
  },
  {
    id: 'transition/unnamed-child',
    phases: ['Transitioning'],
    when: 'a child exists that the recorded transition does not name: an older status was restored, or the child was created from outside',
    holds: round => foreignObjectOf(round) !== null,
    then: 'Disown',
    next: 'ACTIVE with that child, and its spec as the running spec; starts nothing from the recorded source',
  },
  ...retiring,
  {
    id: 'transition/new-child-deleted',
    phases: ['Transitioning'],
    when: 'child n was deleted after the operator had observed it, and the old child serves',
    holds: round => isNewGone(round) && wasNewSeen(round) && isOldAlive(round),
    then: 'Fail',
    next: 'ACTIVE_p; retries a limited number of times',
  },
  {
    id: 'transition/only-child-deleted',
    phases: ['Transitioning'],
    when: 'child n, the only one, was deleted after the operator had observed it',
    holds: round => isNewGone(round) && wasNewSeen(round),
    then: 'LoseActive',
    next: 'ACTIVE_n; its rows report the remediation',
  },
  {
    id: 'transition/new-child-being-deleted',
    phases: ['Transitioning'],
    when: 'child n, or an older child with its name, is being deleted',
    holds: isNewDeleting,
    then: 'WaitGone',
    next: 'waits until it is gone',
  },
  {
    id: 'transition/child-of-other-transition',
    phases: ['Transitioning'],
    when: 'child n belongs to another transition, and the old child serves or n is still held: n would start from an older state (E-35)',
    holds: round => (isNewOfAnother(round) && isOldAlive(round)) || isNewUnbegun(round),
    then: 'DeleteStale',
    next: 'deletes it; then creates n again',
  },
  {
    id: 'transition/reverted',
    phases: ['Transitioning'],
    when: 'a change in place failed, and the child has its earlier spec again (E-36)',
    holds: round => stepOf(round) === 'Revert' && isReverted(round),
    then: 'FinishRevert',
    next: 'ACTIVE_n with the last good spec; retries a limited number of times',
  },
  {
    id: 'transition/revert',
    phases: ['Transitioning'],
    when: 'a change in place failed (E-36)',
    holds: round => stepOf(round) === 'Revert',
    then: 'Revert',
    next: 'restores the last good spec; never suspends the only child',
  },
  {
    id: 'transition/taken-back',
    phases: ['Transitioning'],
    when: 'the user reverted the change or it now needs a savepoint that the switch lacks (P01, B29), and the old child serves',
    holds: round =>
      kindOf(round) === 'Switch' && isOldAlive(round) && round.desired.wanted !== null && retargetOf(round) !== 'IGNORE'
      && (editOf(round) === 'IGNORE' || isSavepointMissed(round)),
    then: 'TakeBack',
    next: 'ACTIVE_p; deletes n, then starts a new transition for the current spec',
  },
  {
    id: 'transition/spec-changed',
    phases: ['Transitioning'],
    when: 'the user changed the spec again; a suspension waits until a switch has ended',
    holds: round => retargetOf(round) !== 'IGNORE' && !(kindOf(round) === 'Switch' && retargetOf(round) === 'SUSPEND'),
    then: 'Retarget',
    next: 'TRANSITIONING_TO_n: changes n in place and restarts its time limit',
  },
  {
    id: 'transition/source-unknown-and-old-child',
    phases: ['Transitioning'],
    when: 'the source of n is unknown, n is still held or absent, and the old child serves (A13)',
    holds: round => isSourceUnknown(round) && isOldAlive(round),
    then: 'TakeBack',
    next: 'ACTIVE_p; deletes n, then starts a new switch with its own savepoint',
  },
  {
    id: 'transition/source-unknown',
    phases: ['Transitioning'],
    when: 'the source of n is unknown, and n is still held or absent (A13)',
    holds: isSourceUnknown,
    then: 'ReportUnknownSource',
    next: 'reports it, with the remediation; a stateful job is never started from empty state',
  },
  {
    id: 'transition/suspended',
    phases: ['Transitioning'],
    when: 'child n is suspended, as the target says',
    holds: isNewSuspended,
    then: 'Finish',
    next: 'ACTIVE_n, jobStatus SUSPENDED',
  },
  {
    id: 'transition/apply',
    phases: ['Transitioning'],
    when: 'child n is absent, still held, or differs from the target',
    holds: round => !isNewAsWanted(round) && !(isLate(round) && isOldAlive(round)),
    then: 'Apply',
    next: 'by server-side apply of our fields: creates n held (with the pause annotation), or changes n, which releases it (E-29)',
  },
  {
    id: 'transition/only-child-ready',
    phases: ['Transitioning'],
    when: 'child n is ready, and no old child exists: a first deployment, a change in place, or it was deleted from outside',
    holds: round => isNewReady(round) && oldView(round) === null,
    then: 'Finish',
    next: 'ACTIVE_n, jobStatus RUNNING',
  },
  {
    id: 'transition/retire-old-child',
    phases: ['Transitioning'],
    when: 'child n has been ready without a break for the deletion delay',
    holds: round => isNewReady(round) && isDelayOver(round),
    then: 'Retire',
    next: 'points the ingress to n, then deletes the old child; from here on the transition cannot be rolled back',
  },
  {
    id: 'transition/deletion-delay',
    phases: ['Transitioning'],
    when: 'child n is ready',
    holds: isNewReady,
    then: 'WaitDelay',
    next: 'waits for the deletion delay, counted from when n became ready without a break (E-31)',
  },
  {
    id: 'transition/too-late',
    phases: ['Transitioning'],
    when: 'child n is not ready in time, and the old child serves',
    holds: round => isLate(round) && isOldAlive(round),
    then: 'Fail',
    next: 'ACTIVE_p, which was never touched; deletes n; retries a limited number of times (E-32)',
  },
  {
    id: 'transition/change-without-effect',
    phases: ['Transitioning'],
    when: 'a change in place that restarts no job did not take effect in time (E-36)',
    holds: round => isLate(round) && kindOf(round) === 'InPlace' && editInPlace(round) === 'PATCH_CHILD',
    then: 'Revert',
    next: 'restores the last good spec',
  },
  {
    id: 'transition/only-child-too-late',
    phases: ['Transitioning'],
    when: 'child n, the only one, is not ready in time',
    holds: isLate,
    then: 'ReportLate',
    next: 'FAILING; leaves n to the FlinkDeployment controller and applies an edit at once: never suspends the only child (E-36)',
  },
  {
    id: 'transition/not-ready',
    phases: ['Transitioning'],
    when: 'child n is not ready',
    holds: () => true,
    then: 'WaitReady',
    next: 'waits, up to the time limit',
  },
]

/** The kind of spec change that a change in place makes, compared with the spec that served before it. */
const editInPlace = ({ observed: { target, serving } }: BlueGreenRound): BlueGreenChange =>
  target === null ? 'IGNORE' : changeOf(serving, target)
