import { overlay } from '../flink-configuration/alias-table.ts'
import { flatten } from '../flink-configuration/flatten.ts'
import type { FlinkConfiguration, FlinkDefaults } from '../flink-configuration/flink-defaults.ts'
import { defaultConfiguration } from '../flink-configuration/layers.ts'
import type { OperatorOptions } from '../operator-options/operator-options.ts'
import type { FlinkDeploymentSpec, JobSpec, TaskManagerSpec } from '../resource/flink-deployment-spec.ts'

/**
 * What a FlinkDeployment is validated with. All of it is also at hand in the admission webhook: the status is part of the object under
 * review.
 */
export interface FlinkDeploymentToValidate {
  readonly meta: { readonly namespace: string; readonly name: string }
  readonly spec: FlinkDeploymentSpec
  /** The last reconciled spec; null before the first deployment. */
  readonly recorded: { readonly spec: FlinkDeploymentSpec } | null
  readonly defaults: FlinkDefaults
  readonly options: OperatorOptions
}

/** What the rules for jobs look at, of a FlinkDeployment and of a FlinkSessionJob. */
export interface JobToValidate {
  readonly job: JobSpec | null
  /** Null for a session job. */
  readonly taskManager: TaskManagerSpec | null
  /** Defaults with the spec's own configuration over them: not yet what is deployed. */
  readonly configuration: FlinkConfiguration
}

export interface FlinkDeploymentInput extends FlinkDeploymentToValidate, JobToValidate {
  /** The spec's own configuration alone, flat. */
  readonly ownConfiguration: FlinkConfiguration
}

/** The input with what the rules share, worked out once. */
export const flinkDeploymentInput = (given: FlinkDeploymentToValidate): FlinkDeploymentInput => {
  const { meta, spec, defaults } = given
  const ownConfiguration = flatten(spec.flinkConfiguration)
  return {
    ...given,
    job: spec.job,
    taskManager: spec.taskManager,
    ownConfiguration,
    configuration: overlay(defaultConfiguration(defaults, meta.namespace, spec.flinkVersion), ownConfiguration),
  }
}
