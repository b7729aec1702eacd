import type { Env } from '@flink-operator/core'
import type { Action } from '@flink-operator/core/action'
import { classify } from './classify-flink-application.ts'
import { decide } from './decide-flink-application.ts'
import type { ApplicationDesired, ApplicationObserved } from './flink-application-round.ts'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import { summarize } from './summarize-flink-application.ts'

type Actions = readonly Action<FlinkApplicationStatus>[]

/** `(spec, observed status) → actions`: classifies the situation, decides what to do, and lists the actions. */
export const reconcile = (desired: ApplicationDesired, observed: ApplicationObserved, env: Env): Actions => {
  const round = { desired, observed, env }
  return summarize(round, decide(round, classify(round)))
}
