import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { readOptions } from '../../options/read-options.ts'
import type { ValueOf } from '../../options/operator-option.ts'
import { optionConfigurationError, type ConfigurationError } from './configuration-error.ts'
import type { FlinkConfiguration } from './flink-defaults.ts'
import { atLeast, checkedShare, leftFor, memoryError, shareBeside, shareOf, type Share } from './memory-share.ts'
import { type ConfigOption, double, integer, memorySize } from './option.ts'
import { olderSpellings } from './alias-table.ts'

type Made<A> = E.Either<ConfigurationError, A>

/** Reads all options of a table. Left: the first that does not parse. */
export const readAll = <T extends Readonly<Record<string, ConfigOption<unknown>>>>(
  configuration: FlinkConfiguration,
  table: T,
): Made<{ readonly [K in keyof T]: ValueOf<T[K]> }> => {
  const { options, errors } = readOptions(configuration, table)
  const [first] = errors
  return first === undefined ? E.right(options) : E.left(optionConfigurationError(first))
}

/** Sizes that JobManager and TaskManager share. */
export interface ProcessSizes {
  readonly process: bigint | null
  readonly metaspace: bigint
  readonly overheadFraction: number
  readonly overheadMin: bigint
  readonly overheadMax: bigint
}

const overheadOf = (sizes: ProcessSizes): Made<Share> =>
  checkedShare({ name: 'JVM overhead', fraction: sizes.overheadFraction, min: sizes.overheadMin, max: sizes.overheadMax })

/** The process size derived from the total Flink memory ("Overhead A" of cluster-manifests.md, section 8.1). */
export const aroundFlink = (sizes: ProcessSizes, flink: bigint): Made<{ readonly overhead: bigint; readonly process: bigint }> =>
  pipe(
    overheadOf(sizes),
    E.chain(share =>
      sizes.process === null ? E.right(shareBeside(flink + sizes.metaspace, share))
        : leftFor(share, sizes.process - flink - sizes.metaspace)
    ),
    E.map(overhead => ({ overhead, process: flink + sizes.metaspace + overhead })),
  )

/** The total Flink memory derived from the process size. */
export const withinProcess = (sizes: ProcessSizes, process: bigint): Made<{ readonly overhead: bigint; readonly flink: bigint }> =>
  pipe(
    overheadOf(sizes),
    E.map(share => shareOf(process, share)),
    E.chain(overhead =>
      pipe(atLeast('total Flink memory', process - sizes.metaspace - overhead, 0n), E.map(flink => ({ overhead, flink })))
    ),
  )

/** Error: neither the process size nor the Flink size is set, so that no size can be derived. */
export const nothingGiven = (process: 'jobmanager' | 'taskmanager'): ConfigurationError =>
  memoryError('', `either ${process}.memory.process.size or ${process}.memory.flink.size must be set`)

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
