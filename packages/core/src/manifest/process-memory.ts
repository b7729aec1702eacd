import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ConfigurationError } from '../flink/configuration/configuration-error.ts'
import * as model from '../flink/configuration/memory-model.ts'
import type { Cluster } from './cluster.ts'
import { type ManifestError, manifestError } from './manifest-error.ts'

type Sized = Pick<Cluster, 'input' | 'configuration'>

const memoryError = (process: 'jobManager' | 'taskManager') => ({ message }: ConfigurationError): ManifestError =>
  manifestError('Memory', null, message, {
    field: process,
    more: `The memory of the ${
      process === 'jobManager' ? 'JobManager' : 'TaskManager'
    } does not add up as Flink divides it, so its JVM would not start. Allowed: a ${process}.resource.memory that holds all of ${process.toLowerCase()}.memory.*, or smaller parts.`,
  })

/** The memory model of the JobManager (cluster-manifests.md, section 8.1). */
export const jobManagerMemory = ({ configuration }: Sized): E.Either<ManifestError, model.JobManagerMemory> =>
  pipe(model.jobManagerMemory(configuration), E.mapLeft(memoryError('jobManager')))

/** The memory model of a TaskManager (cluster-manifests.md, section 8.2). */
export const taskManagerMemory = ({ input, configuration }: Sized): E.Either<ManifestError, model.TaskManagerMemory> =>
  pipe(model.taskManagerMemory(configuration, input.flinkVersion), E.mapLeft(memoryError('taskManager')))

/**
 * Both memory models have to be valid before anything is created, in either mode: a JobManager is useless if its TaskManagers can't start.
 */
export const checkMemory = (cluster: Sized): E.Either<ManifestError, null> =>
  pipe(jobManagerMemory(cluster), E.chain(() => taskManagerMemory(cluster)), E.map(() => null))
