import type { Action } from '../../action/action.ts'
import type { Env } from '../../env.ts'
import { classify } from './classify.ts'
import { decide } from './decide.ts'
import type { ApplicationDesired, ApplicationObserved } from './round.ts'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import { summarize } from './summarize.ts'

type Actions = readonly Action<FlinkApplicationStatus>[]

/** `(spec, observed status) → actions`: which situation is this, what does it call for, and the list of that. */
export const reconcile = (desired: ApplicationDesired, observed: ApplicationObserved, env: Env): Actions => {
  const round = { desired, observed, env }
  return summarize(round, decide(round, classify(round)))
}
