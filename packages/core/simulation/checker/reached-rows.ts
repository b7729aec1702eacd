import { classify } from '../../src/flink-deployment/classify.ts'
import { decisionRows, rowsNamedBy } from '../../src/flink-deployment/decision-rows.ts'
import type { Round } from '../../src/flink-deployment/round.ts'
import type { Decision } from './decision.ts'

const rowsOf = ({ desired, observed, env }: Decision): readonly string[] => rowsNamedBy(classify({ desired, observed, env } as Round).row)

/** The rows of FlinkDeployment's decision tables, for `verify`: looks count as decisions, too. */
export const flinkDeploymentRows: { readonly all: readonly string[]; readonly of: (decision: Decision) => readonly string[] } = { all: decisionRows, of: rowsOf }
