import type { Env } from '@flink-operator/core'
import type { FlinkDeploymentFacts } from '@flink-operator/core/fact'
import type { FlinkDeploymentAction } from '@flink-operator/core/kind/flink-deployment'
import { isTerminal } from '@flink-operator/core/resource'
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
