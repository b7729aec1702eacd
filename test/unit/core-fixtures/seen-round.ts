import type { FlinkDeploymentFacts } from '../../../packages/core/src/fact/flink-deployment-facts.ts'
import type { Round } from '../../../packages/core/src/flink-deployment/round.ts'
import type { FlinkDeploymentStatus } from '../../../packages/core/src/resource/flink-deployment-status.ts'
import { runningStatus } from './deployment-status.ts'
import { type Given, roundOf } from './round.ts'

/** A round whose facts are folded into its status already: for rules that are asked with a certain status beside certain facts. `before`: what was recorded. */
export const seenRound = ({ status = runningStatus(), facts = {}, before = status, ...given }: Given & { readonly before?: FlinkDeploymentStatus } = {}): Round => {
  const round = roundOf({ ...given, status })
  return { ...round, observed: { recorded: { ...round.observed.recorded, status: before }, status, facts, others: [] } }
}

/** The same facts but for some, which were not looked at. */
export const notLookedAt = (facts: FlinkDeploymentFacts, ...fields: readonly (keyof FlinkDeploymentFacts)[]): FlinkDeploymentFacts =>
  Object.fromEntries(Object.entries(facts).filter(([field]) => !fields.some(it => it === field)))
