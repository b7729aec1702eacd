import type { Act, Decision } from '../round/decision.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import type { Env } from '../env.ts'
import type { FlinkDeploymentDesired } from './deployment-desired.ts'
import type { FlinkDeploymentObserved } from './observed.ts'

/** The inputs of a decision, together. */
export interface Round {
  readonly desired: FlinkDeploymentDesired
  readonly observed: FlinkDeploymentObserved
  readonly env: Env
}

/** With what the autoscaler stored: overrides enter before anything is decided. */
export const roundInForce = (desired: FlinkDeploymentDesired, observed: FlinkDeploymentObserved, env: Env): Round => ({
  desired: observed.inForce ?? desired,
  observed,
  env,
})

/** What a situation of a job calls for. */
export type JobDecision = Decision<FlinkDeploymentStatus>
export type JobAct = Act<FlinkDeploymentStatus>
