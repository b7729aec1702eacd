import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import { optionConfigurationError, type ConfigurationError } from './configuration-error.ts'
import { effectiveConfiguration, type ClusterMeta, type EffectiveConfiguration } from './effective-configuration.ts'
import type { FlinkConfiguration, FlinkDefaults } from './flink-defaults.ts'
import { flinkOptions } from './flink-options.ts'
import { readOption } from './option.ts'
import { printMap } from './parse-map.ts'

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
