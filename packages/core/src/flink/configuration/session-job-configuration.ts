import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { FlinkDeploymentSpec, JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import { overlay } from './alias-table.ts'
import type { ConfigurationError } from './configuration-error.ts'
import type { ClusterMeta, EffectiveConfiguration } from './effective-configuration.ts'
import { flatten } from './flatten.ts'
import type { FlinkDefaults } from './flink-defaults.ts'
import { withJob } from './job-configuration.ts'
import { observeConfiguration } from './observe-configuration.ts'

/** The session cluster: its deployed spec and its current spec. */
export interface SessionCluster {
  readonly meta: ClusterMeta
  readonly deployedSpec: FlinkDeploymentSpec
  readonly currentSpec: FlinkDeploymentSpec
}

/** The fields of a FlinkSessionJob that determine its configuration. */
export interface SessionJob {
  readonly name: string
  readonly job: JobSpec
  readonly flinkConfiguration: JsonObject
}

/**
 * The configuration of a job in a session cluster (api-and-config.md, section 8): the configuration of the cluster, overridden by that of
 * the job, plus the job step of section 9.5. An option of the job wins over another spelling of it in the cluster (C-D10).
 */
export const sessionJobConfiguration = (
  cluster: SessionCluster,
  sessionJob: SessionJob,
  defaults: FlinkDefaults,
): E.Either<ConfigurationError, EffectiveConfiguration> =>
  pipe(
    observeConfiguration(cluster.meta, cluster.deployedSpec, cluster.currentSpec, defaults),
    E.map(effective => ({
      ...effective,
      configuration: withJob(overlay(effective.configuration, flatten(sessionJob.flinkConfiguration)), sessionJob.name, sessionJob.job),
    })),
  )
