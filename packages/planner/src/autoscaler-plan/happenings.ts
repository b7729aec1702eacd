import type { Backtest, BacktestStep, ModelledJob } from '@flink-operator/core/autoscaler'

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
