import type { Action } from '../../contract/action/action.ts'
import type { Env } from '../../contract/env.ts'
import type { FlinkSessionJobStatus } from '../../contract/resource/flink-session-job.ts'
import { classify } from './classify-session-job.ts'
import { decide } from './decide-session-job.ts'
import type { FlinkSessionJobDesired } from './session-job-desired.ts'
import { type FlinkSessionJobObserved, roundOf } from './session-job-round.ts'
import { summarize } from './summarize-session-job.ts'

/** `(spec, observed status) → actions`: classifies the round, decides, and summarizes the decision as status, events and requeue. */
export const reconcile = (
  _desired: FlinkSessionJobDesired,
  observed: FlinkSessionJobObserved,
  env: Env,
): readonly Action<FlinkSessionJobStatus>[] => {
  const round = roundOf(observed, env)
  return summarize(round, decide(round, classify(round)))
}
