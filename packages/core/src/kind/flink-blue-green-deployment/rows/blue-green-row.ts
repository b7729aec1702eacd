import type { Row } from '../../../contract/round/row.ts'
import type { BlueGreenRound, Phase } from '../blue-green-round.ts'

/** The step that a row leads to; `decide-blue-green.ts` has one case for each. */
export type Step =
  | 'LeaveAlone'
  | 'ReportUnreadable'
  | 'WaitPaused'
  | 'Look'
  | 'WaitToSee'
  | 'ReportInvalid'
  | 'ReportSuspended'
  | 'ReportOthers'
  | 'BeginFirst'
  | 'WaitGone'
  | 'CreateAgain'
  | 'ReportLost'
  | 'DeleteLeftOver'
  | 'DeleteUnbegun'
  | 'Steady'
  | 'ReportGivenUp'
  | 'WaitRetry'
  | 'BeginInPlace'
  | 'ReportNotReady'
  | 'WaitQuiet'
  | 'WaitJob'
  | 'ReportNoDirectory'
  | 'BeginSavepoint'
  | 'BeginSwitch'
  | 'TakeBack'
  | 'Disown'
  | 'LoseActive'
  | 'ReportUnknownSource'
  | 'Fail'
  | 'SavepointDone'
  | 'SendAgain'
  | 'WaitSavepoint'
  | 'Finish'
  | 'Retire'
  | 'KeepOld'
  | 'WaitRetired'
  | 'FinishRevert'
  | 'Revert'
  | 'DeleteStale'
  | 'Retarget'
  | 'Apply'
  | 'WaitDelay'
  | 'ReportLate'
  | 'WaitReady'

/**
 * A row of the state machine. In its words `a` is the active child, `o` the other child, `n` the child that the transition creates or
 * changes.
 */
export interface BlueGreenRow extends Row<[BlueGreenRound], true> {
  readonly phases: readonly Phase[]
  readonly then: Step
  /** What the operator does, and the state after it. `p` is the child that served before the transition. */
  readonly next: string
}
