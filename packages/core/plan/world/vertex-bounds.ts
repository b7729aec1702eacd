import { isRight } from 'fp-ts/lib/Either.js'
import type { Action } from '../../src/action/action.ts'
import type { VertexBounds } from '../../src/fact/flink-rest.ts'
import { flatten } from '../../src/flink-configuration/flatten.ts'
import type { FlinkConfiguration } from '../../src/flink-configuration/flink-defaults.ts'
import { flinkOptions } from '../../src/flink-configuration/flink-options.ts'
import { readOption } from '../../src/flink-configuration/option.ts'
import type { FlinkDeploymentSpec } from '../../src/resource/flink-deployment-spec.ts'

const boundsIn = (configuration: FlinkConfiguration): VertexBounds => {
  const overrides = readOption(configuration, flinkOptions.parallelismOverrides)
  return Object.fromEntries(
    Object.entries(isRight(overrides) ? overrides.right : {}).map(([vertex, upper]) => [vertex, { lower: 1, upper: Number(upper) }]),
  )
}

/** A vertex that has no parallelism of its own, whatever Flink calls it. */
const others = 'vertex'

/**
 * What the running job's vertices are known to be: those that its configuration names, and one that follows the parallelism of the job.
 * After an effect: as it was deployed, or scaled.
 */
export const boundsAsked = (before: VertexBounds, action: Action<unknown>): VertexBounds => {
  if (action._tag === 'UpdateResourceRequirements') return action.bounds
  if (action._tag !== 'CreateObject' || action.manifest._tag !== 'ClusterManifest' || action.manifest.part !== 'JobManagerDeployment')
    return before
  return boundsDeployed(action.manifest.input.configuration)
}

/** As a cluster is started. */
export const boundsDeployed = (configuration: FlinkConfiguration): VertexBounds => ({
  [others]: { lower: 1, upper: Number(configuration['parallelism.default'] ?? '1') },
  ...boundsIn(configuration),
})

/** The job has every vertex that the spec names. */
export const boundsOfJob = (bounds: VertexBounds, spec: FlinkDeploymentSpec | null): VertexBounds => {
  const named = Object.keys(boundsIn(flatten(spec?.flinkConfiguration ?? {}))).filter(vertex => bounds[vertex] === undefined)
  return { ...bounds, ...Object.fromEntries(named.map(vertex => [vertex, bounds[others] ?? { lower: 1, upper: 1 }])) }
}
