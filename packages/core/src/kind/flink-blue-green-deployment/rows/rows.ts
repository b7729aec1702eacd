import { activeRows } from './active-rows.ts'
import { generalRows, initializingRows } from './any-state-rows.ts'
import type { Phase } from '../blue-green-round.ts'
import type { BlueGreenRow } from './row.ts'
import { savepointingRows } from './transition-savepoint-rows.ts'
import { transitioningRows } from './transitioning-rows.ts'

/** The state machine: in a phase, the first row that holds answers. The last of each phase always does. */
export const blueGreenTable: readonly BlueGreenRow[] = [
  ...generalRows,
  ...initializingRows,
  ...activeRows,
  ...savepointingRows,
  ...transitioningRows,
]

export const rowsOf = (phase: Phase): readonly BlueGreenRow[] => blueGreenTable.filter(({ phases }) => phases.includes(phase))
