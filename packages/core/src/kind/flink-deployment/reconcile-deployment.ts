import type { FlinkDeploymentAction } from './flink-deployment-action.ts'
import type { Env } from '../../contract/env.ts'
import { classify } from './classify-deployment.ts'
import { decide } from './decide-deployment.ts'
import { chainDecisions } from './chain-decisions.ts'
import { type FlinkDeploymentDesired, type FlinkDeploymentObserved, roundInForce } from './application/application-round.ts'
import { summarize } from './summarize-deployment.ts'

/** `(spec, observedStatus) → actions[]`: classifies the round, decides, and summarizes the decision as status, events and requeue. */
export const reconcile = (
  desired: FlinkDeploymentDesired,
  observed: FlinkDeploymentObserved,
  env: Env,
): readonly FlinkDeploymentAction[] => {
  const round = roundInForce(desired, observed, env)
  const { round: last, decision } = chainDecisions(round, decide(round, classify(round)))
  return summarize(last, decision)
}
