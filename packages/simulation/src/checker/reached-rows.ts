import { simulatedKinds } from '../kinds.ts'
import type { Decision } from './decision.ts'

/** The rows of the decision tables, for `verify`: decisions to query count, too. */
export interface Rows {
  readonly all: readonly string[]
  readonly of: (decision: Decision) => readonly string[]
}

/** The row ids that a text names, possibly several. Cached, because the same few texts recur. */
const rowsNamed = (): (rows: readonly string[], text: string) => readonly string[] => {
  const known = new Map<readonly string[], Map<string, readonly string[]>>()
  return (rows, text) => {
    const ofRows = known.get(rows) ?? new Map<string, readonly string[]>()
    const ids = ofRows.get(text) ?? rows.filter(id => `, ${text}, `.includes(`, ${id}, `))
    known.set(rows, ofRows.set(text, ids))
    return ids
  }
}

const named = rowsNamed()

const rowsOf = (decision: Decision): readonly string[] => {
  const { kind: { kind, situationOf } } = decision
  return named(kind.rows, situationOf(decision).row)
}

/** The rows of all simulated kinds. */
export const decisionTableRows: Rows = { all: simulatedKinds.flatMap(({ kind }) => kind.rows), of: rowsOf }
