import { cancellingRows } from './cancelling-rows.ts'
import { clusterStartingRows } from './cluster-starting-rows.ts'
import { creatingRows } from './creating-rows.ts'
import { deletingRows } from './deleting-rows.ts'
import { generalRows } from './general-rows.ts'
import type { DeploymentMode } from '../spec/modes.ts'
import type { Phase, StateRow } from './state-row.ts'
import { recoveringRows } from './recovering-rows.ts'
import { rescalingRows } from './rescaling-rows.ts'
import { rollingBackRows } from './rolling-back-rows.ts'
import { runningRows } from './running-rows.ts'
import { savepointingRows } from './savepointing-rows.ts'
import { submittingRows } from './submitting-rows.ts'

/**
 * Rows of Lyft's table (lyft-flinkapplication.md, section 2.9) that this operator does not have, and what replaces each. Together with
 * `state/table.ts` this covers the whole of that table.
 */
export const builtOtherwise = {
  '2.9/G1': 'if status.phase names no state, `phaseOf` returns null; the operator reports that and does nothing',
  '2.9/G4': 'recording an error is not a transition: see `retry/bookkeeping.ts`',
  '2.9/G5': 'the same',
  '2.9/V4':
    'a refused request is a failure of the round that sent it: the operator records the error, and row savepointing/request applies again',
  '2.9/E7': 'application-deletion/ended: it is enough that the job has ended, with or without a savepoint path (LD23)',
  '2.9/E11': 'application-deletion/savepoint-complete, or application-deletion/ended if the job has ended',
  '2.9/E13': 'the rows of application-deletion handle the next job that has not ended; the live job comes first',
  '2.9/E14': 'the same for the job of the second version; each stop has its own record, so no path has to be cleared (LD04)',
} as const satisfies Readonly<Record<string, string>>

/**
 * The state machine (lyft-flinkapplication.md, section 2.9, with the corrections of section 5). General rows come first, then the rows of
 * each state. The operator checks them in this order.
 */
export const stateTable = [
  ...generalRows,
  ...creatingRows,
  ...rescalingRows,
  ...clusterStartingRows,
  ...savepointingRows,
  ...cancellingRows,
  ...recoveringRows,
  ...submittingRows,
  ...rollingBackRows,
  ...runningRows,
  ...deletingRows,
] as const

type Rows = (typeof stateTable)[number]

/** The rows that the rules of a state may name. A row of another state does not compile. */
export type RowOf<P extends Phase> = Rows extends infer Row
  ? Row extends { readonly id: infer Id; readonly from: readonly (infer From)[] } ? P extends From ? Id : never : never
  : never

export type RowId = Rows['id']

export const stateRows: readonly StateRow[] = stateTable

/** The rows of a state and a mode, in the order in which the operator checks them. */
export const rowsOf = (phase: Phase, mode: DeploymentMode): readonly StateRow[] =>
  stateRows.filter(({ from, modes }) => from.includes(phase) && modes.includes(mode))
