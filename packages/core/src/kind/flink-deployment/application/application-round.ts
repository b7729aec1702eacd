import type { Act, Decision } from '../../../contract/round/decision.ts'
import type { FlinkDeploymentStatus } from '../../../contract/resource/flink-deployment-status.ts'
import type { Env } from '../../../contract/env.ts'
import type { FlinkDeploymentDesired } from './deployment-desired.ts'
import type { ObservedCluster } from '../observed-cluster.ts'

/** What a round has observed of an application: of its cluster, and of its job. */
export interface FlinkDeploymentObserved extends ObservedCluster {
  /** What the resource works towards after applying the overrides of the autoscaler. Absent: no override is in force. */
  readonly inForce?: FlinkDeploymentDesired
}

/** The inputs of a decision, together. */
export interface Round {
  readonly desired: FlinkDeploymentDesired
  readonly observed: FlinkDeploymentObserved
  readonly env: Env
}

/** The round after applying the overrides that the autoscaler stored; they apply before any decision. */
export const roundInForce = (desired: FlinkDeploymentDesired, observed: FlinkDeploymentObserved, env: Env): Round => ({
  desired: observed.inForce ?? desired,
  observed,
  env,
})

/** The decision for a situation of a job. */
export type JobDecision = Decision<FlinkDeploymentStatus>
export type JobAct = Act<FlinkDeploymentStatus>
