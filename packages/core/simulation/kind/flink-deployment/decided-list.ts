import type { FlinkDeploymentAction } from '../../../src/kind/flink-deployment/flink-deployment-action.ts'
import type { Env } from '../../../src/env.ts'
import type { FlinkDeploymentFacts } from '../../../src/fact/flink-deployment-facts.ts'
import { isTerminal } from '../../../src/resource/job-state.ts'
import type { FlinkDeploymentResource } from '../../world/world.ts'

/** A decision about a FlinkDeployment, as its laws read it. */
export interface Decision {
  readonly resource: FlinkDeploymentResource
  readonly facts: FlinkDeploymentFacts
  readonly actions: readonly FlinkDeploymentAction[]
  readonly env: Pick<Env, 'options'>
}

export const isSeenAlive = ({ jobs }: FlinkDeploymentFacts, wanted: string): boolean =>
  jobs?._tag === 'Known' && jobs.value.some(({ jobId, state }) => jobId === wanted && !isTerminal(state))
