import type { Env } from '../../../packages/core/src/env.ts'
import { operatorOptions } from '../../../packages/core/src/operator-options/operator-options.ts'
import { t0 } from './flink-deployment-resource.ts'

/** The environment of a round: the time, and what the operator's own configuration says beyond its defaults. */
export const environment = (now: number = t0, configuration: Readonly<Record<string, string>> = {}, consecutiveFailures = 0, hasSnapshotController = false): Env => ({
  now, consecutiveFailures, hasSnapshotController,
  options: operatorOptions(configuration).options,
  flinkDefaults: { configuration, logConfiguration: {} },
})
