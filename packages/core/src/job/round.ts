import type { Env } from '../env.ts'
import type { FlinkDeploymentDesired } from './desired.ts'
import type { FlinkDeploymentObserved } from './observed.ts'

/** The inputs of a decision, together. */
export interface Round {
  readonly desired: FlinkDeploymentDesired
  readonly observed: FlinkDeploymentObserved
  readonly env: Env
}
