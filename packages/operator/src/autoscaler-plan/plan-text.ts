import type { ModelledJob } from '@flink-operator/core/autoscaler'
import { countText, happenings, type Happening, type Played, sumTexts, sumTitles, timeText } from '@flink-operator/planner/autoscaler-plan'

type Column = 'left' | 'right'

/** Columns as wide as their widest cell; the last one is not padded. */
const table = (rows: readonly (readonly string[])[], columns: readonly Column[]): readonly string[] => {
  const widths = columns.map((_, index) => rows.reduce((most, row) => Math.max(most, (row[index] ?? '').length), 0))
  return rows.map(row =>
    row.map((cell, index) => {
      const width = widths[index] ?? 0
      return columns[index] === 'right' ? cell.padStart(width) : index === columns.length - 1 ? cell : cell.padEnd(width)
    }).join('  ').trimEnd()
  )
}

const timeTable = (them: readonly Happening[]): readonly string[] =>
  them.length === 0 ? ['nothing is scaled, and nothing is held back'] : table(
    [
      ['TIME (UTC)', 'LOAD/S', 'LAG', 'SLOTS', 'WHAT AND WHY'],
      ...them.flatMap(({ at, load, lag, slots, words }) =>
        (words.length === 0 ? [''] : words).map((line, index) =>
          index === 0 ? [timeText(at), countText(load), countText(lag), countText(slots), line] : ['', '', '', '', line]
        )
      ),
    ],
    ['left', 'right', 'right', 'right', 'left'],
  )

export const sumTable = (played: readonly Played[]): readonly string[] =>
  table(
    [['', ...sumTitles.map(title => title.toUpperCase())], ...played.map(it => [it.name, ...sumTexts(it)])],
    ['left', 'right', 'right', 'right', 'right'],
  )

/** The tables of each configuration. */
export const planText = (job: ModelledJob, played: readonly Played[], isAll: boolean): string =>
  played.flatMap(({ name, result }) => [
    ...(played.length > 1 ? [`== ${name} ==`] : []),
    ...timeTable(happenings(job, result, isAll)),
    '',
  ]).join('\n')
