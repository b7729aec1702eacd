import type { FlinkDeploymentAction } from '../../src/kind/flink-deployment/flink-deployment-action.ts'
import type { Env } from '../../src/env.ts'
import type { FlinkDeploymentFacts } from '../../src/fact/flink-deployment-facts.ts'
import type { FlinkDeploymentResource } from '../world/world.ts'

/** What the operator decided once, and from what. */
export interface Decision {
  readonly resource: FlinkDeploymentResource
  readonly facts: FlinkDeploymentFacts
  readonly env: Env
  readonly desired: unknown
  readonly observed: unknown
  readonly actions: readonly FlinkDeploymentAction[]
}
