import { activeRows } from './active-rows.ts'
import { generalRows, initializingRows } from './any-state-rows.ts'
import type { Phase } from '../blue-green-round.ts'
import type { BlueGreenRow } from './blue-green-row.ts'
import { savepointingRows } from './transition-savepoint-rows.ts'
import { transitioningRows } from './transitioning-rows.ts'

/** The state machine: the first row of a phase that holds applies. The last row of each phase always holds. */
export const blueGreenTable: readonly BlueGreenRow[] = [
  ...generalRows,
  ...initializingRows,
  ...activeRows,
  ...savepointingRows,
  ...transitioningRows,
]

export const rowsOf = (phase: Phase): readonly BlueGreenRow[] => blueGreenTable.filter(({ phases }) => phases.includes(phase))
