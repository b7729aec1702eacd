import * as E from 'fp-ts/lib/Either.js'
import { isHighAvailabilityOn } from '../../flink/configuration/high-availability-mode.ts'
import { jobManagerMemory, taskManagerMemory } from '../../flink/configuration/memory-model.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import type { JobManagerSpec, ProcessResource, TaskManagerSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { memoryProblem, quantityProblem } from './quantity-problem.ts'
import { resourceRequirementsProblem } from './resource-requirements.ts'
import { error, errorIf, isBlank, nothing, type Rule } from './rule.ts'

type ManagerRule = Rule<FlinkDeploymentInput>
type Manager = JobManagerSpec | TaskManagerSpec

const isMemoryGiven = (manager: Manager | null): boolean =>
  !isBlank(manager?.resource?.memory) || (manager?.resources?.requests['memory'] ?? manager?.resources?.limits['memory'] ?? null) !== null

const memoryMissing = (component: string, field: string): readonly Finding[] =>
  error(
    field,
    `${component} resource memory must be defined using \`spec.${field}.resource.memory\` or \`spec.${field}.resources.requests.memory\``,
  )

/** Row 7a: the memory is set in the spec, or the configuration sets the memory components. */
export const jobManagerMemoryPresent: ManagerRule = ({ spec, configuration }) =>
  isMemoryGiven(spec.jobManager) || E.isRight(jobManagerMemory(configuration, 'is-jvm-heap')) ? nothing
    : memoryMissing('JobManager', 'jobManager')

/** Row 8a. */
export const taskManagerMemoryPresent: ManagerRule = ({ spec, configuration }) =>
  isMemoryGiven(spec.taskManager) || E.isRight(taskManagerMemory(configuration, spec.flinkVersion ?? 'v1_20')) ? nothing
    : memoryMissing('TaskManager', 'taskManager')

const resourceProblem = (component: string, { memory, ephemeralStorage }: ProcessResource): string => {
  const ofMemory = memory === null ? null : memoryProblem(memory)
  const ofStorage = ephemeralStorage === null ? null : quantityProblem(ephemeralStorage)
  return [
    ofMemory === null ? '' : `${component} resource memory parse error: ${ofMemory}`,
    ofStorage === null ? '' : `${component} resource ephemeral storage parse error: ${ofStorage}`,
  ].join('')
}

/** Rows b and c of 7 and 8: amounts parse and are in range. */
const amounts = (component: string, field: string, manager: Manager | null): readonly Finding[] => {
  const resource = manager?.resource == null ? '' : resourceProblem(component, manager.resource)
  const resources = manager?.resources == null ? null : resourceRequirementsProblem(component, manager.resources)
  return [
    ...errorIf(resource !== '', `${field}.resource`, resource),
    ...(resources === null ? nothing : error(`${field}.resources`, resources)),
  ]
}

/** Rows 7b and 7c. */
export const jobManagerAmounts: ManagerRule = ({ spec }) => amounts('JobManager', 'jobManager', spec.jobManager)

/** Rows 8b and 8c. */
export const taskManagerAmounts: ManagerRule = ({ spec }) => amounts('TaskManager', 'taskManager', spec.taskManager)

/** Rows 7d and 7e: a standby JobManager needs HA metadata to take over. */
export const jobManagerReplicas: ManagerRule = ({ spec, configuration }) => {
  const replicas = spec.jobManager?.replicas ?? 1
  return [
    ...errorIf(replicas < 1, 'jobManager.replicas', 'JobManager replicas should not be configured less than one.'),
    ...errorIf(
      replicas > 1 && !isHighAvailabilityOn(configuration),
      'jobManager.replicas',
      'High availability should be enabled when starting standby JobManagers.',
    ),
  ]
}

/** Row 8d. */
export const taskManagerReplicas: ManagerRule = ({ spec }) =>
  errorIf((spec.taskManager?.replicas ?? 1) < 1, 'taskManager.replicas', 'TaskManager replicas should not be configured less than one.')
