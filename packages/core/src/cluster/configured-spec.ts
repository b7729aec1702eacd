import type { EffectiveConfiguration } from '../flink-configuration/effective-configuration.ts'
import type { ResourceOptions } from '../operator-options/resource-options.ts'
import type { FlinkDeploymentSpec, JobSpec } from '../resource/flink-deployment-spec.ts'
import type { FlinkVersion } from '../resource/flink-version.ts'

/** A spec together with the configuration that it makes and the options that it sets: all that a cluster is made of. */
export interface ConfiguredCluster {
  readonly spec: FlinkDeploymentSpec
  readonly flinkVersion: FlinkVersion | null
  readonly effective: EffectiveConfiguration
  readonly options: ResourceOptions
}

/** That of a cluster which runs one job of its own. */
export interface ConfiguredSpec extends ConfiguredCluster {
  readonly job: JobSpec
}
