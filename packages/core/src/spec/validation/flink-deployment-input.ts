import { overlay } from '../../flink/configuration/alias-table.ts'
import { flatten, defaultConfiguration } from '../../flink/configuration/layers.ts'
import type { FlinkConfiguration, FlinkDefaults } from '../../flink/configuration/flink-defaults.ts'
import type { OperatorOptions } from '../../options/operator-options.ts'
import type { FlinkDeploymentSpec, JobSpec, TaskManagerSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { FlinkVersion } from '../../contract/resource/flink-version.ts'

/**
 * Input of the validation of a FlinkDeployment. The admission webhook has all of it too: the status is part of the object under review.
 */
export interface FlinkDeploymentToValidate {
  readonly meta: { readonly namespace: string; readonly name: string }
  readonly spec: FlinkDeploymentSpec
  /** The last reconciled spec; null before the first deployment. */
  readonly recorded: { readonly spec: FlinkDeploymentSpec } | null
  readonly defaults: FlinkDefaults
  readonly options: OperatorOptions
}

/** Input of the job rules, for a FlinkDeployment or a FlinkSessionJob. */
export interface JobToValidate {
  readonly job: JobSpec | null
  /** Null for a session job. */
  readonly taskManager: TaskManagerSpec | null
  /** The defaults, overridden by the configuration of the spec. Not yet the configuration that is deployed. */
  readonly configuration: FlinkConfiguration
  /** Of the cluster. */
  readonly flinkVersion: FlinkVersion | null
}

export interface FlinkDeploymentInput extends FlinkDeploymentToValidate, JobToValidate {
  /** Only the configuration of the spec, flattened. */
  readonly ownConfiguration: FlinkConfiguration
}

/** Adds the values that several rules need, computed once. */
export const flinkDeploymentInput = (given: FlinkDeploymentToValidate): FlinkDeploymentInput => {
  const { meta, spec, defaults } = given
  const ownConfiguration = flatten(spec.flinkConfiguration)
  return {
    ...given,
    job: spec.job,
    taskManager: spec.taskManager,
    flinkVersion: spec.flinkVersion,
    ownConfiguration,
    configuration: overlay(defaultConfiguration(defaults, meta.namespace, spec.flinkVersion), ownConfiguration),
  }
}
