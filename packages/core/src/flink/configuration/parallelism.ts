import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { FlinkDeploymentSpec, JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import { optionConfigurationError, type ConfigurationError } from './configuration-error.ts'
import type { FlinkConfiguration } from './flink-defaults.ts'
import { flinkOptions } from './flink-options.ts'
import { parseInteger } from './value-text.ts'
import { readOption } from './option.ts'

type Made<A> = E.Either<ConfigurationError, A>

const slots = (configuration: FlinkConfiguration): Made<number> =>
  pipe(readOption(configuration, flinkOptions.numberOfTaskSlots), E.mapLeft(optionConfigurationError))

/** The largest parallelism override; 0 if none exists. */
const largestOverride = (configuration: FlinkConfiguration): Made<number> =>
  pipe(
    readOption(configuration, flinkOptions.parallelismOverrides),
    E.mapLeft(optionConfigurationError),
    E.chain(overrides => {
      const bad = Object.values(overrides).find(value => parseInteger(value) === null)
      return bad === undefined
        ? E.right(Math.max(0, ...Object.values(overrides).map(Number)))
        : E.left({
          field: `flinkConfiguration.${flinkOptions.parallelismOverrides.key}`,
          found: bad,
          expected: 'whole numbers as values',
          message: `Could not parse parallelism '${bad}' for key '${flinkOptions.parallelismOverrides.key}'.`,
        })
    }),
  )

/**
 * Parallelism of an application (api-and-config.md, section 9.4), from the first that is set: TaskManager replicas times slots; in
 * standalone mode the largest override; `job.parallelism`. Left: an option that it depends on does not parse.
 */
export const parallelism = (spec: FlinkDeploymentSpec, job: JobSpec, configuration: FlinkConfiguration): Made<number> => {
  const replicas = spec.taskManager?.replicas ?? null
  if (replicas !== null) return pipe(slots(configuration), E.map(perTaskManager => replicas * perTaskManager))
  if (spec.mode !== 'standalone') return E.right(job.parallelism)
  return pipe(largestOverride(configuration), E.map(largest => (largest > 0 ? largest : job.parallelism)))
}

/** Number of TaskManagers for a parallelism: divided by the slots, rounded up. Left: the slots do not parse or are below 1. */
export const taskManagersFor = (configuration: FlinkConfiguration, parallel: number): Made<number> =>
  pipe(
    slots(configuration),
    E.filterOrElse(
      perTaskManager => perTaskManager > 0,
      (found): ConfigurationError => ({
        field: `flinkConfiguration.${flinkOptions.numberOfTaskSlots.key}`,
        found: String(found),
        expected: 'at least 1',
        message: 'a TaskManager needs at least one slot',
      }),
    ),
    E.map(perTaskManager => Math.trunc((parallel + perTaskManager - 1) / perTaskManager) + 0),
  )
