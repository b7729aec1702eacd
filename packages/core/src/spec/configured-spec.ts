import type { EffectiveConfiguration } from '../flink/configuration/effective-configuration.ts'
import type { ResourceOptions } from '../options/resource-options.ts'
import type { FlinkDeploymentSpec, JobSpec } from '../contract/resource/flink-deployment-spec.ts'
import type { FlinkVersion } from '../contract/resource/flink-version.ts'

/** A spec with its effective configuration and its options: everything that the operator builds a cluster from. */
export interface ConfiguredCluster {
  readonly spec: FlinkDeploymentSpec
  readonly flinkVersion: FlinkVersion | null
  readonly effective: EffectiveConfiguration
  readonly options: ResourceOptions
}

/** The configured spec of an application cluster: it has a job. */
export interface ConfiguredSpec extends ConfiguredCluster {
  readonly job: JobSpec
}
