import type { Action } from '../action/action.ts'
import type { Env } from '../env.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import { classify } from './classify-session-cluster.ts'
import { decide } from './decide-session-cluster.ts'
import type { SessionClusterDesired } from './session-cluster-desired.ts'
import type { SessionClusterObserved } from './session-cluster-round.ts'
import { summarize } from './summarize-session-cluster.ts'

/** Which situation, which actions, and what to tell about it. */
export const reconcile = (
  desired: SessionClusterDesired,
  observed: SessionClusterObserved,
  env: Env,
): readonly Action<FlinkDeploymentStatus>[] => {
  const round = { desired, observed, env }
  return summarize(round, decide(round, classify(round)))
}
