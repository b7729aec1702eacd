import type { Action } from '../../contract/action/action.ts'
import type { Env } from '../../contract/env.ts'
import type { FlinkBlueGreenDeploymentStatus } from './blue-green-resource.ts'
import { classify } from './classify-blue-green.ts'
import { decide } from './decide-blue-green.ts'
import type { BlueGreenDesired, BlueGreenObserved } from './blue-green-round.ts'
import { summarize } from './summarize-blue-green.ts'

/** `(spec, observed status) → actions`: classifies the situation, decides what to do, and lists the actions. */
export const reconcile = (
  desired: BlueGreenDesired,
  observed: BlueGreenObserved,
  env: Env,
): readonly Action<FlinkBlueGreenDeploymentStatus>[] => {
  const round = { desired, observed, env }
  return summarize(round, decide(round, classify(round)))
}
