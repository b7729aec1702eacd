import type { DecisionTable } from '../../contract/round/row.ts'
import { snapshotRows } from './classify-state-snapshot.ts'
import { deletionRows, disposalRows } from './delete-snapshot.ts'

/** The decision tables of a FlinkStateSnapshot. */
export const stateSnapshotTables: readonly DecisionTable[] = [
  { title: 'A FlinkStateSnapshot', rows: snapshotRows },
  { title: 'The deletion of a FlinkStateSnapshot', rows: [...deletionRows, ...disposalRows] },
]

/** Ids of the rows that a situation names. The row `state-snapshot/deleting` leads to the rows of the deletion. */
export const stateSnapshotRows: readonly string[] = stateSnapshotTables.flatMap(({ rows }) => rows.map(({ id }) => id)).filter(id =>
  id !== 'state-snapshot/deleting'
)
