import type { Action } from '../../action/action.ts'
import type { Env } from '../../env.ts'
import { classify } from './classify-flink-application.ts'
import { decide } from './decide-flink-application.ts'
import type { ApplicationDesired, ApplicationObserved } from './flink-application-round.ts'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import { summarize } from './summarize-flink-application.ts'

type Actions = readonly Action<FlinkApplicationStatus>[]

/** `(spec, observed status) → actions`: which situation is this, what does it call for, and the list of that. */
export const reconcile = (desired: ApplicationDesired, observed: ApplicationObserved, env: Env): Actions => {
  const round = { desired, observed, env }
  return summarize(round, decide(round, classify(round)))
}
