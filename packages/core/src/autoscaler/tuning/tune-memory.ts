import * as E from 'fp-ts/lib/Either.js'
import { flinkOptions } from '../../flink/configuration/flink-options.ts'
import { olderSpellings } from '../../flink/configuration/alias-table.ts'
import { taskManagerMemory, type TaskManagerMemory } from '../../flink/configuration/memory-model.ts'
import { taskManagerMemoryOptions } from '../../flink/configuration/memory-options.ts'
import { readOption } from '../../flink/configuration/option.ts'
import { integer } from '../../flink/configuration/option-types.ts'
import { printFlinkBytes } from '../../flink/configuration/parse-memory.ts'
import { printDouble } from '../../flink/configuration/print-double.ts'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import type { FlinkVersion } from '../../contract/resource/flink-version.ts'
import type { AutoscalerConfiguration } from '../autoscaler-configuration.ts'
import type { ConfigChanges } from '../autoscaler-state.ts'
import { averageOf, currentOf, type MetricsOf } from '../evaluated-metrics.ts'
import { type NewParallelism, slotsAfter, taskManagersFor } from '../fit/slots.ts'
import type { JobTopology } from '../topology.ts'
import { taken, wholeBytes } from './memory-budget.ts'
import { slotSegments } from './network-memory.ts'

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
