import { isRight } from 'fp-ts/lib/Either.js'
import type { Action } from '@flink-operator/core/action'
import type { VertexBounds } from '@flink-operator/core/fact'
import {
  flattenConfiguration as flatten,
  type FlinkConfiguration,
  flinkOptions,
  readOption,
} from '@flink-operator/core/flink-configuration'
import type { FlinkDeploymentSpec } from '@flink-operator/core/resource'

const boundsIn = (configuration: FlinkConfiguration): VertexBounds => {
  const overrides = readOption(configuration, flinkOptions.parallelismOverrides)
  return Object.fromEntries(
    Object.entries(isRight(overrides) ? overrides.right : {}).map(([vertex, upper]) => [vertex, { lower: 1, upper: Number(upper) }]),
  )
}

/** The name for vertices without a parallelism of their own, since their names in Flink are unknown. */
const others = 'vertex'

/**
 * The known vertices of the running job: those that its configuration names, and one with the parallelism of the job. After an effect:
 * as deployed, or as scaled.
 */
export const boundsAsked = (before: VertexBounds, action: Action<unknown>): VertexBounds => {
  if (action._tag === 'UpdateResourceRequirements') return action.bounds
  if (action._tag !== 'CreateObject' || action.manifest._tag !== 'ClusterManifest' || action.manifest.part !== 'JobManagerDeployment')
    return before
  return boundsDeployed(action.manifest.input.configuration)
}

/** The bounds when a cluster starts. */
export const boundsDeployed = (configuration: FlinkConfiguration): VertexBounds => ({
  [others]: { lower: 1, upper: Number(configuration['parallelism.default'] ?? '1') },
  ...boundsIn(configuration),
})

/** The bounds for every vertex that the spec names. */
export const boundsOfJob = (bounds: VertexBounds, spec: FlinkDeploymentSpec | null): VertexBounds => {
  const named = Object.keys(boundsIn(flatten(spec?.flinkConfiguration ?? {}))).filter(vertex => bounds[vertex] === undefined)
  return { ...bounds, ...Object.fromEntries(named.map(vertex => [vertex, bounds[others] ?? { lower: 1, upper: 1 }])) }
}
