import { simulatedKinds } from '../kinds.ts'
import type { Decision } from './decision.ts'

/** The rows of the decision tables, for `verify`: looks count as decisions, too. */
export interface Rows {
  readonly all: readonly string[]
  readonly of: (decision: Decision) => readonly string[]
}

/** Ids that the row of a situation names: it may be several. */
const rowsOf = (decision: Decision): readonly string[] => {
  const { kind: { kind, situationOf } } = decision
  const named = ` ${situationOf(decision).row} `
  return kind.rows.filter(id => named.includes(` ${id} `))
}

export const decisionTableRows: Rows = { all: simulatedKinds.flatMap(({ kind }) => kind.rows), of: rowsOf }
