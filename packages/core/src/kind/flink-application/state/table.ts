import { cancellingRows } from './cancelling-rows.ts'
import { clusterStartingRows } from './cluster-starting-rows.ts'
import { creatingRows } from './creating-rows.ts'
import { deletingRows } from './deleting-rows.ts'
import { generalRows } from './general-rows.ts'
import type { DeploymentMode } from '../spec/modes.ts'
import type { Phase } from './phase.ts'
import { recoveringRows } from './recovering-rows.ts'
import { rescalingRows } from './rescaling-rows.ts'
import { rollingBackRows } from './rolling-back-rows.ts'
import { runningRows } from './running-rows.ts'
import { savepointingRows } from './savepointing-rows.ts'
import type { StateRow } from './state-row.ts'
import { submittingRows } from './submitting-rows.ts'

/**
 * The state machine (lyft-flinkapplication.md, section 2.9, with section 5 in it). The general rows come first, then those of the state, in
 * the order in which they are asked.
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

/** What a handler of a state may answer: a row of that state. Any other one does not compile. */
export type RowOf<P extends Phase> = Rows extends infer Row
  ? Row extends { readonly row: infer Id; readonly from: readonly (infer From)[] } ? P extends From ? Id : never : never
  : never

export type RowId = Rows['row']

export const stateRows: readonly StateRow[] = stateTable

/** The rows of a state, in their order. */
export const rowsOf = (phase: Phase, mode: DeploymentMode): readonly StateRow[] =>
  stateRows.filter(({ from, modes }) => from.includes(phase) && modes.includes(mode))
