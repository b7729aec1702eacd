import type { Action } from '../../action/action.ts'
import type { Env } from '../../env.ts'
import type { FlinkSessionJobStatus } from '../../resource/flink-session-job.ts'
import { classify } from './classify-session-job.ts'
import { decide } from './decide-session-job.ts'
import type { FlinkSessionJobDesired } from './session-job-desired.ts'
import { type FlinkSessionJobObserved, roundOf } from './session-job-round.ts'
import { summarize } from './summarize-session-job.ts'

/** `(spec, observed status) → actions`: which situation, which actions, and what to tell about it. */
export const reconcile = (
  _desired: FlinkSessionJobDesired,
  observed: FlinkSessionJobObserved,
  env: Env,
): readonly Action<FlinkSessionJobStatus>[] => {
  const round = roundOf(observed, env)
  return summarize(round, decide(round, classify(round)))
}
