import type { Backtest, BacktestStep, ModelledJob } from '@flink-operator/core/autoscaler'
import type { Played } from './played.ts'

/** What happens in a plan at one time, for the user. */
export interface Happening {
  readonly at: number
  readonly load: number
  readonly lag: number
  readonly slots: number
  readonly row: string
  readonly words: readonly string[]
}

/** Rows without a line: the job runs, starts, or needs no change. */
const quiet: ReadonlySet<string> = new Set(['within-bounds', 'too-few-samples', 'window-not-full', 'not-running', 'not-ready', 'no-sample'])

const vertexId = /\b[\da-f]{32}\b/g

const wordsOf = (step: BacktestStep, names: ReadonlyMap<string, string>): readonly string[] => {
  const named = (text: string): string => text.replaceAll(vertexId, id => names.get(id) ?? id)
  const { row, reason, vertices } = step.verdict
  const changes = Object.entries(vertices).flatMap(([id, decision]) => {
    const before = step.parallelism[id] ?? 0
    return decision.newParallelism === before ? []
      : [`${names.get(id) ?? id} ${before} → ${decision.newParallelism}: ${named(decision.reason)}`]
  })
  return row === 'scaled' ? changes : [`${row}: ${named(reason)}`]
}

/** The times at which something is done or held back; of equal successive ones the first. */
export const happenings = (job: ModelledJob, { steps }: Backtest, isAll: boolean): readonly Happening[] => {
  const names = new Map(job.vertices.map(({ id, name }) => [id, name]))
  return steps.filter(({ verdict: { row } }, index) =>
    isAll || row === 'scaled' || (!quiet.has(row) && steps[index - 1]?.verdict.row !== row)
  ).map(step => ({
    at: step.at,
    load: step.load,
    lag: step.lag,
    slots: step.slots,
    row: step.verdict.row,
    words: wordsOf(step, names),
  }))
}

export const timeText = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

const digits = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const oneDigit = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
export const countText = (value: number): string => (Number.isFinite(value) ? digits.format(value) : String(value))

/** `90 s`, `12 min`, `3.5 h`. */
export const durationText = (seconds: number): string =>
  !Number.isFinite(seconds) ? String(seconds)
    : seconds < 120 ? `${countText(seconds)} s`
    : seconds < 7200 ? `${countText(seconds / 60)} min`
    : `${oneDigit.format(seconds / 3600)} h`

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
    [
      ['', 'RESTARTS', 'SLOT HOURS', 'LONGEST LAG', 'LONGEST DELAY'],
      ...played.map(({ name, result }) => [
        name,
        countText(result.restarts),
        oneDigit.format(result.slotHours),
        countText(result.longestLag),
        durationText(result.longestDelay),
      ]),
    ],
    ['left', 'right', 'right', 'right', 'right'],
  )

/** The tables of each configuration. */
export const planText = (job: ModelledJob, played: readonly Played[], isAll: boolean): string =>
  played.flatMap(({ name, result }) => [
    ...(played.length > 1 ? [`== ${name} ==`] : []),
    ...timeTable(happenings(job, result, isAll)),
    '',
  ]).join('\n')
