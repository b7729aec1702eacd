import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { orLook } from '@flink-operator/core/query'
import { firstMatch, type Row } from '@flink-operator/core/round'
import { allSeen } from './application-queries.ts'
import { rules, ruleOf } from './rules/rules.ts'
import type { ApplicationRound } from './flink-application-round.ts'
import type { Situation } from './flink-application-situation.ts'
import type { Phase, StateRow } from './state/state-row.ts'
import { rowsOf } from './state/table.ts'
import { generalRows } from './state/general-rows.ts'

type AskedRow = StateRow & Row<[ApplicationRound], true>

const asked = (row: StateRow): AskedRow => ({ ...row, holds: round => ruleOf(row)?.holds(round) === true })

const situationOf = (row: StateRow): Situation => {
  const rule = ruleOf(row)
  return rule === null ? { _tag: 'NoMove', reason: `row ${row.id} has no rule` } : { _tag: 'Row', row, rule, reason: row.when }
}

/** Rows that need no queries. */
const before: readonly string[] = generalRows.map(({ id }) => id).filter(id =>
  id !== 'flink-application/take-over' && id !== 'flink-application/rest-service-missing'
)

/**
 * Classifies the situation: the first row of the state that holds (`state/table.ts`). The operator checks the general rows before it
 * queries anything. Before it interprets a half-way status, it queries all clusters.
 */
export const classify = (round: ApplicationRound): Situation => {
  const { observed: { phase, status }, desired: { mode } } = round
  if (phase === null) return { _tag: 'NoMove', reason: `status.phase '${status.phase}' names no state` }
  const rows = rowsOf(phase, mode).map(asked)
  const early = firstMatch(rows.filter(({ id }) => before.includes(id)), round)
  if (early !== null) return situationOf(early.row)
  return pipe(
    allSeen(round),
    E.map(() => bySeen(round, phase, rows)),
    orLook((queries): Situation => ({ _tag: 'NeedsFacts', queries, reason: `which objects and jobs exist in state ${phase}?` })),
  )
}

const bySeen = (round: ApplicationRound, phase: Phase, rows: readonly AskedRow[]): Situation => {
  if (rules['flink-application/take-over'].holds(round)) {
    const row = rows.find(it => it.id === 'flink-application/take-over')
    if (row !== undefined) return situationOf(row)
  }
  const match = firstMatch(rows, round)
  return match === null ? { _tag: 'NoMove', reason: `no row of ${phase} holds` } : situationOf(match.row)
}
