import { olderSpellings } from './alias-table.ts'
import type { ConfigOption } from './option.ts'
import { double, integer, memorySize } from './option-types.ts'

const mib = 1024n ** 2n
const gib = 1024n ** 3n
/** Flink's `MemorySize.MAX_VALUE`. */
const unlimited = 2n ** 63n - 1n

const size = (key: string, preset: bigint, aliases: readonly string[] = olderSpellings(key)): ConfigOption<bigint> => ({
  key,
  aliases,
  type: memorySize,
  default: preset,
  doc: '',
})
const optionalSize = (key: string): ConfigOption<bigint | null> => ({
  key,
  aliases: olderSpellings(key),
  type: memorySize,
  default: null,
  doc: '',
})
const fraction = (key: string, preset: number, aliases: readonly string[] = []): ConfigOption<number> => ({
  key,
  aliases,
  type: double,
  default: preset,
  doc: '',
})

/** Memory options that JobManager and TaskManager share (cluster-manifests.md, sections 8.1 and 8.2). Bytes. */
const processOptions = <P extends 'jobmanager' | 'taskmanager'>(process: P) => ({
  process: optionalSize(`${process}.memory.process.size`),
  flink: optionalSize(`${process}.memory.flink.size`),
  metaspace: size(`${process}.memory.jvm-metaspace.size`, 256n * mib),
  overheadFraction: fraction(`${process}.memory.jvm-overhead.fraction`, 0.1),
  overheadMin: size(`${process}.memory.jvm-overhead.min`, 192n * mib),
  overheadMax: size(`${process}.memory.jvm-overhead.max`, gib),
})

export const jobManagerMemoryOptions = {
  ...processOptions('jobmanager'),
  heap: optionalSize('jobmanager.memory.heap.size'),
  offHeap: size('jobmanager.memory.off-heap.size', 128n * mib),
  legacyHeap: optionalSize('jobmanager.heap.size'),
} as const

export const taskManagerMemoryOptions = {
  ...processOptions('taskmanager'),
  frameworkHeap: size('taskmanager.memory.framework.heap.size', 128n * mib),
  frameworkOffHeap: size('taskmanager.memory.framework.off-heap.size', 128n * mib),
  taskHeap: optionalSize('taskmanager.memory.task.heap.size'),
  taskOffHeap: size('taskmanager.memory.task.off-heap.size', 0n),
  managed: optionalSize('taskmanager.memory.managed.size'),
  managedFraction: fraction('taskmanager.memory.managed.fraction', 0.4),
  networkFraction: fraction('taskmanager.memory.network.fraction', 0.1, ['taskmanager.network.memory.fraction']),
  networkMin: size('taskmanager.memory.network.min', 64n * mib, ['taskmanager.network.memory.min']),
  networkMax: size('taskmanager.memory.network.max', unlimited, ['taskmanager.network.memory.max']),
  networkBuffers: { key: 'taskmanager.network.numberOfBuffers', aliases: [], type: integer, default: null, doc: '' } as ConfigOption<
    number | null
  >,
  segmentSize: size('taskmanager.memory.segment-size', 32n * 1024n),
} as const
