import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { ConfigurationError } from './configuration-error.ts'
import { effectiveConfiguration, type ClusterMeta, type EffectiveConfiguration } from './effective-configuration.ts'
import { flatten } from './flatten.ts'
import type { FlinkConfiguration, FlinkDefaults } from './flink-defaults.ts'
import { flinkOptions } from './flink-options.ts'
import { isOperatorKey } from './operator-key.ts'
import { presentKey } from './option.ts'

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
