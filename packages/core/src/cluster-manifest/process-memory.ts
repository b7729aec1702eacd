import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { FlinkConfiguration } from '../flink-configuration/flink-defaults.ts'
import { flinkBytes } from '../flink-configuration/parse-memory.ts'
import { type ManifestError, manifestError } from './manifest-error.ts'
import { findText } from './read-option.ts'

const processSize = (configuration: FlinkConfiguration, key: string): E.Either<ManifestError, number> =>
  pipe(
    flinkBytes(findText(configuration, key) ?? ''),
    E.fromNullable(manifestError('Memory', key, `${key} is missing`)),
    E.map(Number),
  )

/** Total process memory of the JobManager, in bytes (cluster-manifests.md, section 8.1). */
export const jobManagerBytes = (configuration: FlinkConfiguration): E.Either<ManifestError, number> =>
  processSize(configuration, 'jobmanager.memory.process.size')

/** Total process memory of a TaskManager, in bytes (cluster-manifests.md, section 8.2). */
export const taskManagerBytes = (configuration: FlinkConfiguration): E.Either<ManifestError, number> =>
  processSize(configuration, 'taskmanager.memory.process.size')

/** Both have to add up before anything is created: a JobManager whose TaskManagers can't start is of no use. */
export const checkMemory = (configuration: FlinkConfiguration): E.Either<ManifestError, null> =>
  pipe(jobManagerBytes(configuration), E.chain(() => taskManagerBytes(configuration)), E.map(() => null))
