import type { ResourceRequirements, ProcessResource } from '../../contract/resource/flink-deployment-spec.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { isAtLeast, type FlinkVersion } from '../../contract/resource/flink-version.ts'
import type { ConfigurationError } from './configuration-error.ts'
import type { FlinkConfiguration } from './flink-defaults.ts'
import { parseResourceMemoryString } from './parse-memory.ts'
import { parseQuantity, rationalToNumber } from './parse-quantity.ts'
import { printDouble } from './value-text.ts'

/** True if `resources` is not empty: then it replaces the older `resource` (api-and-config.md, section 2.2). */
export const isUsable = (resources: ResourceRequirements | null): resources is ResourceRequirements =>
  resources !== null && Object.keys(resources.requests).length + Object.keys(resources.limits).length > 0

type Process = 'jobmanager' | 'taskmanager'
type Made = E.Either<ConfigurationError, FlinkConfiguration>

interface Manager {
  readonly resource: ProcessResource | null
  readonly resources: ResourceRequirements | null
}

const fieldOf = (process: Process): string => (process === 'jobmanager' ? 'jobManager' : 'taskManager')

const memory = (process: Process, field: string, amount: string | null): Made =>
  amount === null
    ? E.right({})
    : pipe(
      parseResourceMemoryString(amount),
      E.bimap(
        message => ({ field, found: amount, expected: 'a memory size such as 2048m or 2Gi', message }),
        size => ({ [`${process}.memory.process.size`]: size }),
      ),
    )

/** CPU of the process. Before 1.17 also under the old key of Flink. */
const cpu = (process: Process, version: FlinkVersion, cores: number | null): FlinkConfiguration =>
  cores === null
    ? {}
    : {
      [`kubernetes.${process}.cpu.amount`]: printDouble(cores),
      ...(isAtLeast(version, 'v1_17') ? {} : { [`kubernetes.${process}.cpu`]: printDouble(cores) }),
    }

const quantityNumber = (field: string, amount: string | number | undefined): E.Either<ConfigurationError, number | null> => {
  if (amount === undefined) return E.right(null)
  const quantity = parseQuantity(String(amount))
  return quantity === null
    ? E.left({
      field,
      found: String(amount),
      expected: 'a Kubernetes quantity such as 500m or 2Gi',
      message: `'${amount}' is not a Kubernetes quantity`,
    })
    : E.right(rationalToNumber(quantity))
}

/** limit / request, if both are set and the request is positive (api-and-config.md, section 9.2). */
const limitFactor = (process: Process, { requests, limits }: ResourceRequirements, name: 'cpu' | 'memory'): Made =>
  pipe(
    E.Do,
    E.apS('request', quantityNumber(`${fieldOf(process)}.resources.requests.${name}`, requests[name])),
    E.apS('limit', quantityNumber(`${fieldOf(process)}.resources.limits.${name}`, limits[name])),
    E.map(({ request, limit }) =>
      request !== null && limit !== null && request > 0 ? { [`kubernetes.${process}.${name}.limit-factor`]: printDouble(limit / request) }
        : {}
    ),
  )

const fromRequirements = (process: Process, version: FlinkVersion, resources: ResourceRequirements): Made => {
  const { requests, limits } = resources
  const field = `${fieldOf(process)}.resources`
  const size = requests['memory'] ?? limits['memory']
  return pipe(
    E.Do,
    E.apS('memory', memory(process, `${field}.memory`, size === undefined ? null : String(size))),
    E.apS('cores', quantityNumber(`${field}.cpu`, requests['cpu'] ?? limits['cpu'])),
    E.apS('cpuFactor', limitFactor(process, resources, 'cpu')),
    E.apS('memoryFactor', limitFactor(process, resources, 'memory')),
    E.map(made => ({ ...made.memory, ...cpu(process, version, made.cores), ...made.cpuFactor, ...made.memoryFactor })),
  )
}

/**
 * Configuration for the resources of one process (api-and-config.md, section 9.2). `resources` overrides the older `resource`. Memory in
 * both is read as Flink reads it (`2G` is 2 GiB, C-D09), since rendered objects must not change. Left: an amount does not parse.
 */
export const processResource = (process: Process, version: FlinkVersion, manager: Manager): Made => {
  if (isUsable(manager.resources)) return fromRequirements(process, version, manager.resources)
  const { resource } = manager
  if (resource === null) return E.right({})
  return pipe(
    memory(process, `${fieldOf(process)}.resource.memory`, resource.memory),
    E.map(made => ({ ...made, ...cpu(process, version, resource.cpu) })),
  )
}
