import type { Action } from '../../../contract/action/action.ts'
import type { Env } from '../../../contract/env.ts'
import type { FlinkDeploymentStatus } from '../../../contract/resource/flink-deployment-status.ts'
import { classify } from './classify-session-cluster.ts'
import { decide } from './decide-session-cluster.ts'
import type { SessionClusterDesired } from './session-cluster-round.ts'
import type { SessionClusterObserved } from './session-cluster-round.ts'
import { summarize } from './explain-session-cluster.ts'

/** Classifies the round, decides, and summarizes the decision as status, events and requeue. */
export const reconcile = (
  desired: SessionClusterDesired,
  observed: SessionClusterObserved,
  env: Env,
): readonly Action<FlinkDeploymentStatus>[] => {
  const round = { desired, observed, env }
  return summarize(round, decide(round, classify(round)))
}
