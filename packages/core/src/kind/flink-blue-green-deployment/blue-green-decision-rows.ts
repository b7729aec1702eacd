import type { DecisionTable } from '../../contract/round/row.ts'
import { blueGreenTable } from './rows/rows.ts'
import { changeRows } from './transition/change.ts'
import { sourceRows } from './transition/transition-source.ts'

/** The decision tables of a FlinkBlueGreenDeployment. */
export const blueGreenTables: readonly DecisionTable[] = [
  { title: 'A FlinkBlueGreenDeployment', rows: blueGreenTable },
  { title: 'Which edit of a FlinkBlueGreenDeployment is it?', rows: changeRows },
  { title: 'What does the child of a transition start from?', rows: sourceRows },
]

/** Ids of the rows of the state machine (rows.ts). */
export const blueGreenRows: readonly string[] = blueGreenTable.map(({ id }) => id)
