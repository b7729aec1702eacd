/**
 * Ids of the rows of a FlinkStateSnapshot's decision tables: classify-state-snapshot.ts (but for N1, whose rows are the next) and
 * delete-snapshot.ts.
 */
export const stateSnapshotRows: readonly string[] = [
  'N2',
  'N3',
  'N4',
  'N5',
  'N6',
  'N7',
  'N8',
  'N9',
  'N10',
  'N11',
  'N12',
  'N13',
  'N14',
  'N15',
  'X1',
  'X2',
  'X3',
  'X4',
  'X5',
  'X6',
  'X7',
  'X8',
  'X9',
  'X10',
]
