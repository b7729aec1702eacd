import type { Action } from '../action/action.ts'
import type { Env } from '../env.ts'
import { classify } from './classify.ts'
import { decide } from './decide.ts'
import type { FlinkDeploymentDesired } from './desired.ts'
import type { FlinkDeploymentObserved } from './observed.ts'
import { summarize } from './summarize.ts'

/** `(spec, observedStatus) → actions[]`: which situation, which actions, and what to tell about it. */
export const reconcile = (desired: FlinkDeploymentDesired, observed: FlinkDeploymentObserved, env: Env): readonly Action[] => {
  const round = { desired, observed, env }
  return summarize(round, decide(round, classify(round)))
}
