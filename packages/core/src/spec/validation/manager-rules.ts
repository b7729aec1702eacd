import * as E from 'fp-ts/lib/Either.js'
import { flinkBytes, parseResourceMemoryString } from '../../flink/configuration/parse-memory.ts'
import { parseQuantity, compareQuantities, type Rational } from '../../flink/configuration/parse-quantity.ts'
import type {
  ResourceRequirements,
  JobManagerSpec,
  ProcessResource,
  TaskManagerSpec,
} from '../../contract/resource/flink-deployment-spec.ts'
import { isHighAvailabilityOn } from '../../flink/configuration/high-availability-mode.ts'
import { jobManagerMemory, taskManagerMemory } from '../../flink/configuration/memory-model.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { error, errorIf, isBlank, nothing, type Rule } from './rule.ts'

/** Why a text is not a Kubernetes quantity, with the message of the reference operator's library. */
const reason = (text: string): string => {
  if (text === '') return 'Invalid quantity string format passed.'
  const unitAt = text.search(/[eEinumkKMGTP]/u)
  const [number, unit] = unitAt < 0 ? [text, ''] : [text.slice(0, unitAt), text.slice(unitAt)]
  if (/\p{L}$/u.test(unit) && /\d/.test(unit)) return 'Invalid quantity string format passed'
  const [strange] = /[^\d.]/u.exec(number.replace(/^[+-]/u, '')) ?? []
  if (strange !== undefined)
    return `Character ${strange} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`
  return 'Invalid quantity format passed to parse'
}

/** The problem of a quantity; null if it is valid. */
export const quantityProblem = (text: string): string | null => (parseQuantity(text) === null ? reason(text) : null)

/**
 * The problem of a process memory size (api-and-config.md, section 3.2); null if it is valid. A fraction such as `1.5Gi` is valid: it is a
 * whole number of bytes (C-D08).
 */
export const memoryProblem = (text: string): string | null => {
  const memory = parseResourceMemoryString(text)
  if (E.isRight(memory))
    return flinkBytes(memory.right) === null ? `The value '${memory.right}' cannot be re represented as 64bit number (numeric overflow).`
      : null
  const upper = text.replace(/\s/gu, '').toUpperCase().replace(/B$/u, '').replace(/I$/u, 'i')
  const amount = parseQuantity(upper)
  if (amount === null) return reason(upper)
  return amount.numerator < 0n ? 'text does not start with a number' : memory.left
}

/** The amount as Flink reads it: memory in Flink's bytes (`2G` is 2 GiB), the rest as Kubernetes reads it. Null: it does not parse. */
const amountOf = (name: string, text: string): Rational | null => {
  if (name !== 'memory') return parseQuantity(text)
  const memory = parseResourceMemoryString(text)
  const bytes = E.isRight(memory) ? flinkBytes(memory.right) : null
  return bytes === null ? null : { numerator: bytes, denominator: 1n }
}

const quantityMessages = (section: 'requests' | 'limits', name: string, text: string): readonly string[] => {
  const problem = name === 'memory' ? memoryProblem(text) : quantityProblem(text)
  if (problem !== null) return [`${section} ${name} parse error: ${problem}`]
  const amount = amountOf(name, text)?.numerator ?? 0n
  if (name === 'memory' || name === 'cpu') return amount <= 0n ? [`${section} ${name} must be positive: ${text}`] : []
  return amount < 0n ? [`${section} ${name} must not be negative: ${text}`] : []
}

const comparisonMessages = ({ requests, limits }: ResourceRequirements, name: 'cpu' | 'memory'): readonly string[] => {
  const [request, limit] = [requests[name], limits[name]]
  if (request === undefined || limit === undefined) return []
  const [asked, allowed] = [amountOf(name, String(request)), amountOf(name, String(limit))]
  return asked !== null && allowed !== null && compareQuantities(asked, allowed) > 0
    ? [`${name} request (${request}) must not exceed its limit (${limit})`]
    : []
}

/**
 * All problems of a `resources` block (api-and-config.md, section 13.2), joined; null if it is valid. `component`: JobManager or
 * TaskManager.
 */
export const resourceRequirementsProblem = (component: string, resources: ResourceRequirements): string | null => {
  const of = (section: 'requests' | 'limits'): readonly string[] =>
    Object.entries(resources[section]).flatMap(([name, quantity]) => quantityMessages(section, name, String(quantity)))
  const messages = [...of('requests'), ...of('limits'), ...comparisonMessages(resources, 'cpu'), ...comparisonMessages(resources, 'memory')]
  return messages.length === 0 ? null : messages.map(message => `${component} resource requirements ${message}`).join('; ')
}

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
