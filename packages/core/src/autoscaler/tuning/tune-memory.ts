import { type NewParallelism, parallelismAfter, slotsAfter, taskManagersFor } from '../fit/task-manager.ts'
import type { JobTopology, ShipStrategy } from '../topology.ts'
import * as E from 'fp-ts/lib/Either.js'
import { flinkOptions } from '../../flink/configuration/flink-options.ts'
import { olderSpellings } from '../../flink/configuration/alias-table.ts'
import { taskManagerMemory, type TaskManagerMemory } from '../../flink/configuration/memory-model.ts'
import { taskManagerMemoryOptions } from '../../flink/configuration/memory-options.ts'
import { readOption, integer } from '../../flink/configuration/option.ts'
import { printFlinkBytes } from '../../flink/configuration/parse-memory.ts'
import { printDouble } from '../../flink/configuration/value-text.ts'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import type { FlinkVersion } from '../../contract/resource/flink-version.ts'
import type { AutoscalerConfiguration } from '../autoscaler-configuration.ts'
import type { ConfigChanges } from '../autoscaler-state.ts'
import { averageOf, currentOf, type MetricsOf } from '../evaluated-metrics.ts'

/** Bytes that are distributed to the memory components in turn. A component gets at most the remainder. */
export interface MemoryBudget {
  readonly left: bigint
}

/** The size that a component gets, and the remaining budget. */
export const taken = ({ left }: MemoryBudget, wanted: bigint): { readonly size: bigint; readonly budget: MemoryBudget } => {
  const size = wanted < 0n ? 0n : wanted > left ? left : wanted
  return { size, budget: { left: left - size } }
}

/** Java's `long`: the largest size of memory. */
const largest = 2n ** 63n - 1n

/** A number of bytes, cut to a whole number; 0 for NaN and negative numbers. */
export const wholeBytes = (bytes: number): bigint =>
  Number.isNaN(bytes) || bytes <= 0 ? 0n : bytes >= 2 ** 63 ? largest : BigInt(Math.trunc(bytes))

export interface Buffers {
  readonly perChannel: number
  readonly floatingPerGate: number
}

/** Network memory segments of one gate, given the parallelism of the vertex and of the other end (autoscaler.md, section 8). */
export const gateSegments = (
  parallelism: number,
  other: number,
  shipStrategy: ShipStrategy,
  { perChannel, floatingPerGate }: Buffers,
): number => {
  if (shipStrategy === 'FORWARD' && parallelism === other) return perChannel + floatingPerGate
  return shipStrategy === 'FORWARD' || shipStrategy === 'RESCALE'
    ? Math.ceil(other / Math.max(1, parallelism)) * perChannel + floatingPerGate
    : other * perChannel + floatingPerGate
}

/** Segments of one slot, in which one subtask of every vertex may run: the sum over all inputs and outputs of all vertices. */
export const slotSegments = (topology: JobTopology, changes: NewParallelism, buffers: Buffers): number => {
  const parallelism = new Map(topology.vertices.map(vertex => [vertex.id, parallelismAfter(changes, vertex)]))
  const edges = topology.vertices.flatMap(({ id, inputs }) => inputs.map(input => ({ from: input.id, to: id, ship: input.shipStrategy })))
  return edges.reduce((sum, { from, to, ship }) => {
    const [source, target] = [parallelism.get(from), parallelism.get(to)]
    return source === undefined || target === undefined ? sum
      : sum + gateSegments(target, source, ship, buffers) + gateSegments(source, target, ship, buffers)
  }, 0)
}

export interface TuningInput {
  readonly configuration: AutoscalerConfiguration
  readonly flinkVersion: FlinkVersion
  readonly topology: JobTopology
  readonly globalMetrics: MetricsOf
  readonly changes: NewParallelism
}

const wholeNumber = (key: string, preset: number, aliases: readonly string[] = []) => ({
  key,
  aliases: [...olderSpellings(key), ...aliases],
  type: integer,
  default: preset,
  doc: '',
})

const buffersPerChannel = wholeNumber('taskmanager.network.memory.buffers-per-channel', 2)
const floatingBuffersPerGate = wholeNumber('taskmanager.network.memory.floating-buffers-per-gate', 8)

const read = <A>(configuration: FlinkConfiguration, option: Parameters<typeof readOption<A>>[1]): A => {
  const value = readOption(configuration, option)
  return E.isRight(value) ? value.right : option.default
}

const networkBytes = ({ configuration: { flinkConfiguration }, topology, changes }: TuningInput): bigint => {
  const segments = slotSegments(topology, changes, {
    perChannel: read(flinkConfiguration, buffersPerChannel),
    floatingPerGate: read(flinkConfiguration, floatingBuffersPerGate),
  })
  const slots = Math.max(1, read(flinkConfiguration, flinkOptions.numberOfTaskSlots))
  return wholeBytes(segments) * read(flinkConfiguration, taskManagerMemoryOptions.segmentSize) * BigInt(slots)
}

/** Factor by which the heap grows if TaskManagers are removed, so that the total memory of all TaskManagers stays. */
const compensation = ({ configuration, topology, globalMetrics, changes }: TuningInput): number => {
  if (!configuration.memoryTuningScaleDownCompensationEnabled) return 1
  const current = currentOf(globalMetrics, 'NUM_TASK_SLOTS_USED')
  const used = Number.isFinite(current) ? Math.trunc(current) : 0
  const slotsPerTaskManager = read(configuration.flinkConfiguration, flinkOptions.numberOfTaskSlots)
  const [before, after] = [used, slotsAfter(topology, changes, used)].map(slots => taskManagersFor(slots, slotsPerTaskManager))
  const factor = (before ?? 0) / (after ?? 0)
  return Number.isFinite(factor) ? Math.max(1, factor) : 1
}

/** Fraction, rounded up to three decimals; 1 if the part equals the whole. */
const fractionText = (part: bigint, whole: bigint): string =>
  printDouble(whole <= 0n || part >= whole ? 1 : Math.ceil((Number(part) / Number(whole)) * 1000) / 1000)

const removals: readonly string[] = [
  'taskmanager.memory.flink.size',
  'taskmanager.memory.managed.size',
  'taskmanager.memory.size',
  'taskmanager.memory.task.heap.size',
]

interface Sizes {
  readonly network: bigint
  readonly metaspace: bigint
  readonly heap: bigint
  readonly managed: bigint
  readonly total: bigint
}

/** Distributes the memory of the TaskManager to its components, in this order, until it is used up. */
const sizesOf = (input: TuningInput, memory: TaskManagerMemory, most: bigint): Sizes => {
  const { configuration: { memoryTuningOverhead, memoryTuningMaximizeManagedMemory }, globalMetrics } = input
  const withOverhead = (usage: number): bigint => wholeBytes(Number(wholeBytes(usage)) * (1 + memoryTuningOverhead))
  const fixed = [memory.frameworkOffHeap, memory.taskOffHeap, memory.overhead]
    .reduce((budget, size) => taken(budget, size).budget, { left: most })
  const network = taken(fixed, networkBytes(input))
  const metaspace = taken(network.budget, withOverhead(averageOf(globalMetrics, 'METASPACE_MEMORY_USED')))
  const heap = taken(metaspace.budget, withOverhead(averageOf(globalMetrics, 'HEAP_MEMORY_USED')))
  const isManagedUsed = wholeBytes(averageOf(globalMetrics, 'MANAGED_MEMORY_USED')) > 0n
  const managed = taken(heap.budget, !isManagedUsed ? 0n : memoryTuningMaximizeManagedMemory ? heap.budget.left : memory.managed)
  const added = taken(managed.budget, wholeBytes(compensation(input) * Number(heap.size)) - heap.size)
  return {
    network: network.size,
    metaspace: metaspace.size,
    heap: heap.size + added.size,
    managed: managed.size,
    total: most - added.budget.left,
  }
}

/**
 * Computes the memory sizes of the TaskManager from the measured usage (autoscaler.md, section 8), based on the user's configuration
 * without earlier overrides. Null: the memory is unknown, or its sizes do not add up. The total never exceeds that of the user.
 */
export const tunedMemory = (input: TuningInput): ConfigChanges | null => {
  const { flinkConfiguration } = input.configuration
  const memory = taskManagerMemory(flinkConfiguration, input.flinkVersion)
  const most = read(flinkConfiguration, taskManagerMemoryOptions.process)
  if (E.isLeft(memory) || most === null || most <= 0n) return null
  const sizes = sizesOf(input, memory.right, most)
  if (sizes.total <= 0n) return null
  const { right: old } = memory
  const oldHeap = old.frameworkHeap + old.taskHeap
  const flink = old.flink + (sizes.heap - oldHeap) + (sizes.managed - old.managed) + (sizes.network - old.network)
  return {
    overrides: {
      'taskmanager.memory.process.size': printFlinkBytes(sizes.total),
      'taskmanager.memory.framework.heap.size': '0 bytes',
      'taskmanager.memory.managed.fraction': fractionText(sizes.managed, flink),
      'taskmanager.memory.network.min': printFlinkBytes(sizes.network),
      'taskmanager.memory.network.max': printFlinkBytes(sizes.network),
      'taskmanager.memory.jvm-overhead.fraction': fractionText(old.overhead, sizes.total),
      'taskmanager.memory.jvm-metaspace.size': printFlinkBytes(sizes.metaspace),
    },
    removals,
  }
}
