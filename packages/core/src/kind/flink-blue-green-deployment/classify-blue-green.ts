import { activeRows } from './rows/active-rows.ts'
import { generalRows, initializingRows, waitToSee } from './rows/any-state-rows.ts'
import type { Phase, BlueGreenRound } from './blue-green-round.ts'
import type { BlueGreenRow } from './rows/blue-green-row.ts'
import { savepointingRows } from './rows/transition-savepoint-rows.ts'
import { transitioningRows } from './rows/transitioning-rows.ts'
import { type DecisionTable, firstMatch } from '../../contract/round/row.ts'
import { changeRows } from './transition/change.ts'
import { sourceRows } from './transition/transition-source.ts'
import { inWords, namesIn } from './report/problems.ts'
import type { Situation } from './blue-green-decision.ts'

/** The state machine: the first row of a phase that holds applies. The last row of each phase always holds. */
export const blueGreenTable: readonly BlueGreenRow[] = [
  ...generalRows,
  ...initializingRows,
  ...activeRows,
  ...savepointingRows,
  ...transitioningRows,
]

export const rowsOf = (phase: Phase): readonly BlueGreenRow[] => blueGreenTable.filter(({ phases }) => phases.includes(phase))

/** The decision tables of a FlinkBlueGreenDeployment. */
export const blueGreenTables: readonly DecisionTable[] = [
  { title: 'A FlinkBlueGreenDeployment', rows: blueGreenTable },
  { title: 'Which edit of a FlinkBlueGreenDeployment is it?', rows: changeRows },
  { title: 'What does the child of a transition start from?', rows: sourceRows },
]

/** Ids of the rows of the state machine (classify-blue-green.ts). */
export const blueGreenRows: readonly string[] = blueGreenTable.map(({ id }) => id)

/** Classifies the situation: the first row of the phase that holds (session-snapshot-bluegreen.md, section 4.3; classify-blue-green.ts). */
export const classify = (round: BlueGreenRound): Situation => {
  const row = firstMatch(rowsOf(round.observed.phase), round)?.row ?? waitToSee
  return { row, reason: inWords(row.when, namesIn(round)) }
}
