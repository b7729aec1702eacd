import * as E from 'fp-ts/lib/Either.js'
import { overlay } from '../flink-configuration/alias-table.ts'
import type { ConfigurationError } from '../flink-configuration/configuration-error.ts'
import type { FlinkConfiguration } from '../flink-configuration/flink-defaults.ts'
import { jobManagerMemory, taskManagerMemory } from '../flink-configuration/memory-model.ts'
import { processResource } from '../flink-configuration/process-resource.ts'
import type { Finding } from '../resource/finding.ts'
import type { FlinkVersion } from '../resource/flink-version.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { adviceIf, nothing, type Rule } from './rule.ts'

interface Process {
  readonly name: 'JobManager' | 'TaskManager'
  readonly field: string
  readonly sized: E.Either<ConfigurationError, FlinkConfiguration>
  readonly divided: (configuration: FlinkConfiguration) => E.Either<ConfigurationError, unknown>
}

const adviceOn = ({ name, field, sized, divided }: Process, configuration: FlinkConfiguration): readonly Finding[] => {
  if (E.isLeft(sized)) return nothing
  const memory = divided(overlay(configuration, sized.right))
  return adviceIf(E.isLeft(memory), field, `${name} memory does not add up, so its pods will not start: ${E.isLeft(memory) ? memory.left.message : ''}`)
}

const resources = <A>(manager: A | null): A | { readonly resource: null; readonly resources: null } => manager ?? { resource: null, resources: null }

const processes = (input: FlinkDeploymentInput, version: FlinkVersion): readonly Process[] => [
  { name: 'JobManager', field: 'jobManager', sized: processResource('jobmanager', version, resources(input.spec.jobManager)), divided: it => jobManagerMemory(it) },
  { name: 'TaskManager', field: 'taskManager', sized: processResource('taskmanager', version, resources(input.spec.taskManager)), divided: it => taskManagerMemory(it, version) },
]

/** The size of a process, with what the configuration takes out of it, leaves room for the rest (cluster-manifests.md, section 8). */
export const memoryAddsUp: Rule<FlinkDeploymentInput> = input => {
  const { flinkVersion } = input.spec
  return flinkVersion === null ? nothing : processes(input, flinkVersion).flatMap(process => adviceOn(process, input.configuration))
}
