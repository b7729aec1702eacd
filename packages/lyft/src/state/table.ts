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
