import type { BlueGreenRound, Phase } from '../blue-green-round.ts'

/** What a row calls for; `decide-blue-green.ts` has one line for each. */
export type Step =
  | 'LeaveAlone'
  | 'TellUnreadable'
  | 'WaitPaused'
  | 'Look'
  | 'WaitToSee'
  | 'TellInvalid'
  | 'TellSuspended'
  | 'TellOthers'
  | 'BeginFirst'
  | 'WaitGone'
  | 'CreateAgain'
  | 'TellLost'
  | 'DeleteLeftOver'
  | 'DeleteUnbegun'
  | 'Steady'
  | 'TellGivenUp'
  | 'WaitRetry'
  | 'BeginInPlace'
  | 'TellNotReady'
  | 'WaitQuiet'
  | 'WaitJob'
  | 'TellNoDirectory'
  | 'BeginSavepoint'
  | 'BeginSwitch'
  | 'TakeBack'
  | 'Disown'
  | 'LoseActive'
  | 'TellUnknownSource'
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
  | 'TellLate'
  | 'WaitReady'

export interface BlueGreenRow {
  readonly row: string
  readonly phases: readonly Phase[]
  /** What is seen. */
  readonly when: string
  readonly holds: (round: BlueGreenRound) => boolean
  readonly then: Step
  /** What is done, and the state after it; `a` is the active child, `o` the other one, `n` the one that a transition makes. */
  readonly next: string
}
