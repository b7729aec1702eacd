import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { FlinkDeploymentSpec, JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import { type ConfigurationError, optionConfigurationError } from './configuration-error.ts'
import { effectiveConfiguration, type ClusterMeta, type EffectiveConfiguration } from './effective-configuration.ts'
import { flatten } from './layers.ts'
import type { FlinkConfiguration, FlinkDefaults } from './flink-defaults.ts'
import { flinkOptions } from './flink-options.ts'
import { isOperatorKey, overlay } from './alias-table.ts'
import { presentKey, readOption } from './option.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import { withJob } from './job-configuration.ts'
import { printMap } from './value-text.ts'

/** Options that take effect without a restart: those of operator and autoscaler, and the savepoint directory. */
export const inForceNow = (current: FlinkConfiguration): FlinkConfiguration => {
  const directory = presentKey(current, flinkOptions.savepointDirectory)
  return {
    ...Object.fromEntries(Object.entries(current).filter(([key]) => isOperatorKey(key))),
    ...(directory === null ? {} : { [flinkOptions.savepointDirectory.key]: current[directory] ?? '' }),
  }
}

/**
 * The configuration for observing the running cluster (api-and-config.md, section 8): the configuration of the deployed spec, with the
 * options of operator and autoscaler and the savepoint directory from the newest spec.
 */
export const observeConfiguration = (
  meta: ClusterMeta,
  deployedSpec: FlinkDeploymentSpec,
  currentSpec: FlinkDeploymentSpec,
  defaults: FlinkDefaults,
): E.Either<ConfigurationError, EffectiveConfiguration> =>
  pipe(
    effectiveConfiguration(meta, deployedSpec, defaults),
    E.map(effective => ({
      ...effective,
      configuration: { ...effective.configuration, ...inForceNow(flatten(currentSpec.flinkConfiguration)) },
    })),
  )

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

/** Annotation of the Deployment and its pods: the generation of the resource that they were rendered from. */
export const generationAnnotation = 'flinkdeployment.flink.apache.org/generation'

const { key: annotationsKey } = flinkOptions.jobManagerAnnotations

/** Sets a map under its own key. This replaces entries that are set under separate keys. */
const withAnnotations = (configuration: FlinkConfiguration, annotations: Readonly<Record<string, string>>): FlinkConfiguration => ({
  ...Object.fromEntries(Object.entries(configuration).filter(([key]) => !key.startsWith(`${annotationsKey}.`))),
  [annotationsKey]: printMap(annotations),
})

const withGeneration = (configuration: FlinkConfiguration, generation: number | null): E.Either<ConfigurationError, FlinkConfiguration> =>
  generation === null
    ? E.right(configuration)
    : pipe(
      readOption(configuration, flinkOptions.jobManagerAnnotations),
      E.bimap(
        optionConfigurationError,
        annotations => withAnnotations(configuration, { ...annotations, [generationAnnotation]: String(generation) }),
      ),
    )

/**
 * The configuration for a deploy of a cluster: `effectiveConfiguration` and the generation as an annotation (api-and-config.md, sections 8
 * and 9.6).
 */
export const deployConfiguration = (
  meta: ClusterMeta,
  spec: FlinkDeploymentSpec,
  defaults: FlinkDefaults,
): E.Either<ConfigurationError, EffectiveConfiguration> =>
  pipe(
    effectiveConfiguration(meta, spec, defaults),
    E.chain(effective =>
      pipe(
        withGeneration(effective.configuration, meta.generation),
        E.map(configuration => ({ ...effective, configuration })),
      )
    ),
  )
