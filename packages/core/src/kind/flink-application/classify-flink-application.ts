import { missingQueries } from './missing-queries.ts'
import { rules, ruleOf } from './rules/rules.ts'
import type { ApplicationRound } from './flink-application-round.ts'
import type { Situation } from './flink-application-situation.ts'
import type { StateRow } from './state/state-row.ts'
import { rowsOf } from './state/table.ts'
import { generalRows } from './state/general-rows.ts'

const answers = (round: ApplicationRound) => (row: StateRow): boolean => ruleOf(row)?.holds(round) === true

const situationOf = (row: StateRow): Situation => {
  const rule = ruleOf(row)
  return rule === null ? { _tag: 'NoMove', reason: `row ${row.row} has no rule` } : { _tag: 'Row', row, rule, reason: row.when }
}

/** These need no look. */
const before: readonly string[] = generalRows.map(({ row }) => row).filter(row => row !== 'G3a' && row !== 'G6')

/**
 * Which situation is this? The first row of the state that holds (`state/table.ts`). The general rows come before anything is looked at; a
 * half-way status is looked at with all clusters before it is said what it means.
 */
export const classify = (round: ApplicationRound): Situation => {
  const { observed: { phase, status }, desired: { mode } } = round
  if (phase === null) return { _tag: 'NoMove', reason: `status.phase '${status.phase}' names no state` }
  const rows = rowsOf(phase, mode)
  const early = rows.filter(({ row }) => before.includes(row)).find(answers(round))
  if (early !== undefined) return situationOf(early)
  const queries = missingQueries(round)
  if (queries.length > 0) return { _tag: 'NeedsFacts', queries, reason: `what is there in ${phase === 'New' ? 'the beginning' : phase}?` }
  if (rules.G3a.holds(round)) {
    const row = rows.find(it => it.row === 'G3a')
    if (row !== undefined) return situationOf(row)
  }
  const row = rows.find(answers(round))
  return row === undefined ? { _tag: 'NoMove', reason: `no row of ${phase} holds` } : situationOf(row)
}
