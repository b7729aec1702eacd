import { objectAt } from '@flink-operator/core/manifest'
import type { JsonObject } from '@flink-operator/core/resource'
import type { FlinkApplicationSpec, ManagerConfig } from '../spec/flink-application-spec.ts'
import { bytesOf } from '../kubernetes-json/quantity.ts'
import { isBefore111 } from './known-flink-version.ts'
import type { Role } from './flink-application-labels.ts'

const same = (cpu: string, memory: string): JsonObject => ({ requests: { cpu, memory }, limits: { cpu, memory } })

const defaultResources: Readonly<Record<Role, JsonObject>> = {
  jobmanager: same('4', '3072Mi'),
  taskmanager: same('2', '1024Mi'),
}

export const configOf = ({ jobManagerConfig, taskManagerConfig }: FlinkApplicationSpec, role: Role): ManagerConfig =>
  role === 'jobmanager' ? jobManagerConfig : taskManagerConfig

export const resourcesOf = (spec: FlinkApplicationSpec, role: Role): JsonObject => configOf(spec, role).resources ?? defaultResources[role]

/** The memory request in bytes. 0: there is none, or none that can be passed to Flink. */
export const requestedBytes = (spec: FlinkApplicationSpec, role: Role): number => {
  const { memory } = objectAt(resourcesOf(spec, role), 'requests')
  return typeof memory === 'string' || typeof memory === 'number' ? bytesOf(String(memory)) : 0
}

const isFraction = (value: number | null): value is number => value !== null && value >= 0 && value <= 1

const kibibytes = (bytes: number, fraction: number): string => `${Math.trunc(Math.round(bytes - bytes * fraction) / 1024)}k`

/** The configuration key for the memory of a Flink version (section 3.6). */
export const memoryRule = (flinkVersion: string) =>
  isBefore111(flinkVersion)
    ? { key: 'heap.size', fraction: 'offHeapMemoryFraction', other: 'systemMemoryFraction', standard: 0.5 } as const
    : { key: 'memory.process.size', fraction: 'systemMemoryFraction', other: 'offHeapMemoryFraction', standard: 0.2 } as const

/** `jobmanager.heap.size: 1572864k`, or process memory: the memory request minus the fraction that Flink does not get. */
export const memoryEntry = (spec: FlinkApplicationSpec, role: Role): readonly [string, string] => {
  const { key, fraction, standard } = memoryRule(spec.flinkVersion)
  const set = configOf(spec, role)[fraction]
  return [`${role}.${key}`, kibibytes(requestedBytes(spec, role), isFraction(set) ? set : standard)]
}
