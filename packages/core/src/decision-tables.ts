import { cycleRows } from './autoscaler/cycle.ts'
import { vertexRows } from './autoscaler/vertex-decision.ts'
import type { DecisionTable, RowText } from './contract/round/row.ts'

const inAutoscaler = (ids: readonly string[]): readonly RowText[] => ids.map(id => ({ id, when: 'see docs/autoscaler.md' }))

/** Every decision table of these kinds and of the autoscaler, each once: the documents and the tests read them here. */
export const decisionTablesOf = (kinds: readonly { readonly tables: readonly DecisionTable[] }[]): readonly DecisionTable[] => [
  ...new Set(kinds.flatMap(({ tables }) => tables)),
  { title: 'What ended a cycle of the autoscaler?', rows: inAutoscaler(cycleRows) },
  { title: 'What does the autoscaler decide on a vertex?', rows: inAutoscaler(vertexRows) },
]
