import type { RowText } from '../../packages/core/src/contract/round/row.ts'
import { sourceFiles } from './source-files.ts'

/** Rows of decisions that are no table in the code, from the tables of docstrings: `| snapshot-outcome/job-missing | … | … |`. */
export const documentedRows = (): readonly RowText[] =>
  sourceFiles(['packages/core/src'], path => !path.includes('.test.')).flatMap(({ text }) =>
    [...text.matchAll(/^ \* \| ([a-z-]+\/[a-z-]+) \| (.*) \|$/gmu)].map(([, id = '', cells = '']) => ({
      id,
      when: cells.replaceAll(' | ', ': '),
    }))
  )
