import { baseRows } from '../../job/upgrade/base-upgrade-mode.ts'
import { decisionRows as sessionClusterRows } from '../../session-cluster/session-cluster-decision-rows.ts'

const numbered = (letter: string, from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${letter}${from + index}`)

/**
 * Ids of the rows of the decision tables: those of `classify`, and those of the upgrade-mode table that its rows quote (`U2 5.2/5` names
 * two). A row whose answer comes from a table of its own (5.2/11) is told by that table's rows.
 */
export const decisionRows: readonly string[] = [
  ...numbered('C', 1, 31),
  ...numbered('C', 34, 38),
  ...numbered('R', 1, 3),
  'R4 Empty',
  'R4 Path',
  'R4 LastState',
  ...numbered('L', 1, 5),
  ...numbered('L', 7, 9),
  ...numbered('U', 1, 6),
  ...new Set([
    ...baseRows.map(({ row }) => row).filter(row => row !== '5.2/11'),
    '5.2/13',
    ...numbered('5.4/', 1, 5),
    '5.6/b',
    '5.6/c',
    '5.6/d',
  ]),
  '4.9/8',
  ...numbered('H', 1, 3),
  ...numbered('Z', 1, 3),
  ...numbered('A', 1, 4),
  'I1',
  'I2',
  'S',
  ...numbered('S', 1, 3),
  ...sessionClusterRows,
]
