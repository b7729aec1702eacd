import { classify } from '../../src/kind/flink-deployment/classify.ts'
import { decisionRows, rowsNamedBy } from '../../src/kind/flink-deployment/decision-rows.ts'
import type { Round } from '../../src/application/round.ts'
import { classify as classifySnapshot } from '../../src/kind/flink-state-snapshot/classify.ts'
import { stateSnapshotRows } from '../../src/kind/flink-state-snapshot/decision-rows.ts'
import type { Decision } from './decision.ts'
import type { SnapshotDecision } from './checker-state.ts'

const rowsOf = ({ desired, observed, env }: Decision): readonly string[] => rowsNamedBy(classify({ desired, observed, env } as Round).row)

/** The rows of the decision tables, for `verify`: looks count as decisions, too. */
export interface Rows {
  readonly all: readonly string[]
  readonly of: (decision: Decision) => readonly string[]
  readonly ofSnapshot: (decision: SnapshotDecision) => string
}

export const decisionTableRows: Rows = {
  all: [...decisionRows, ...stateSnapshotRows],
  of: rowsOf,
  ofSnapshot: ({ desired, observed, env }) => classifySnapshot({ desired, observed, env }).row,
}
