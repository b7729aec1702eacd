import { baseRows } from '../../job/upgrade/base-upgrade-mode.ts'

const numbered = (letter: string, from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${letter}${from + index}`)

/** Ids of the rows of the decision tables: those of `classify`, and those of the upgrade-mode table that its rows quote. */
export const decisionRows: readonly string[] = [
  ...numbered('Q', 1, 42),
  'R2',
  'R3',
  'R4 Empty',
  'R4 Path',
  ...numbered('U', 1, 7),
  ...new Set([
    ...baseRows.map(({ row }) => row).filter(row => row !== '5.2/11'),
    '5.2/13',
    ...numbered('5.4/', 1, 5),
  ]),
  '4.9/8',
  ...numbered('A', 1, 4),
  'S',
  ...numbered('S', 1, 3),
]
