import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { isAtLeast, type FlinkVersion } from '../../contract/resource/flink-version.ts'
import type { ConfigurationError } from './configuration-error.ts'
import type { FlinkConfiguration } from './flink-defaults.ts'
import {
  jobManagerMemoryOptions,
  taskManagerMemoryOptions,
  aroundFlink,
  nothingGiven,
  readAll,
  withinProcess,
  type ProcessSizes,
} from './memory-options.ts'
import { atLeast, checkedShare, leftFor, memoryError, shareBeside, shareOf, type Share } from './memory-share.ts'
import { isSet } from './option.ts'

type Made<A> = E.Either<ConfigurationError, A>

/** All in bytes. `process` = flink + metaspace + overhead; `flink` = heap + off-heap. */
export interface JobManagerMemory {
  readonly process: bigint
  readonly flink: bigint
  readonly heap: bigint
  readonly offHeap: bigint
  readonly metaspace: bigint
  readonly overhead: bigint
}

/** All in bytes. `process` = flink + metaspace + overhead; `flink` = the other seven. */
export interface TaskManagerMemory {
  readonly process: bigint
  readonly flink: bigint
  readonly frameworkHeap: bigint
  readonly frameworkOffHeap: bigint
  readonly taskHeap: bigint
  readonly taskOffHeap: bigint
  readonly managed: bigint
  readonly network: bigint
  readonly metaspace: bigint
  readonly overhead: bigint
}

/** If the total Flink memory is set, derives the process from it; otherwise derives the Flink memory from the process. */
const whole = <A>(
  sizes: ProcessSizes & { readonly flink: bigint | null },
  inside: (flink: bigint) => Made<A>,
  kind: 'jobmanager' | 'taskmanager',
): Made<A & { readonly process: bigint; readonly flink: bigint; readonly overhead: bigint }> => {
  const { flink, process } = sizes
  if (flink !== null)
    return pipe(
      inside(flink),
      E.chain(parts => pipe(aroundFlink(sizes, flink), E.map(around => ({ ...parts, ...around, flink })))),
    )
  if (process === null) return E.left(nothingGiven(kind))
  return pipe(
    withinProcess(sizes, process),
    E.chain(within => pipe(inside(within.flink), E.map(parts => ({ ...parts, ...within, process })))),
  )
}

/**
 * Meaning of the legacy `jobmanager.heap.size`: the whole process in containers, the JVM heap in validation (cluster-manifests.md, section
 * 8.1).
 */
export type LegacyHeap = 'is-process-size' | 'is-jvm-heap'

/** Memory components of a JobManager (cluster-manifests.md, section 8.1). Left: a size does not parse, or the sizes do not add up. */
export const jobManagerMemory = (configuration: FlinkConfiguration, legacyHeap: LegacyHeap = 'is-process-size'): Made<JobManagerMemory> =>
  pipe(
    readAll(configuration, jobManagerMemoryOptions),
    E.chain(read => {
      const unset = read.heap === null && read.flink === null && read.process === null
      const heap = unset && legacyHeap === 'is-jvm-heap' ? read.legacyHeap : read.heap
      const sizes = { ...read, process: unset && legacyHeap === 'is-process-size' ? read.legacyHeap : read.process }
      const { flink, metaspace, offHeap } = sizes
      if (heap === null)
        return pipe(
          whole(
            sizes,
            total => pipe(atLeast('JVM heap', total - offHeap, 1n), E.map(rest => ({ heap: rest, offHeap, metaspace }))),
            'jobmanager',
          ),
        )
      const left = flink === null || isSet(configuration, jobManagerMemoryOptions.offHeap) ? offHeap : flink - heap
      const total = heap + left
      if (flink !== null && flink !== total)
        return E.left(memoryError(String(total), 'JobManager heap and off-heap do not add up to the total Flink memory'))
      return pipe(
        atLeast('JVM off-heap', left, 0n),
        E.chain(() => aroundFlink(sizes, total)),
        E.map(around => ({ ...around, flink: total, heap, offHeap: left, metaspace })),
      )
    }),
  )

const networkOf = (
  { networkFraction, networkMin, networkMax }: {
    readonly networkFraction: number
    readonly networkMin: bigint
    readonly networkMax: bigint
  },
  bounded: boolean,
): Made<Share> =>
  checkedShare({ name: 'network memory', fraction: networkFraction, min: networkMin, max: bounded && networkMax > gib ? gib : networkMax })

const gib = 1024n ** 3n

/** Before Flink 2 the number of buffers sets the network memory, if no other option does [NettyShuffleEnvironmentConfiguration]. */
const legacyNetwork = (
  configuration: FlinkConfiguration,
  version: FlinkVersion,
  { networkBuffers, segmentSize }: { readonly networkBuffers: number | null; readonly segmentSize: bigint },
): Share | null => {
  const { networkFraction, networkMin, networkMax } = taskManagerMemoryOptions
  if (
    networkBuffers === null || isAtLeast(version, 'v2_0')
    || [networkFraction, networkMin, networkMax].some(option => isSet(configuration, option))
  ) return null
  const bytes = BigInt(networkBuffers) * segmentSize
  return { name: 'network memory', fraction: 0, min: bytes, max: bytes }
}

const managedShare = (fraction: number): Made<Share> => checkedShare({ name: 'managed memory', fraction, min: 0n, max: 2n ** 63n - 1n })

const networkOfVersion = (
  configuration: FlinkConfiguration,
  version: FlinkVersion,
  read: Parameters<typeof networkOf>[0] & Parameters<typeof legacyNetwork>[2],
): Made<Share> => {
  const legacy = legacyNetwork(configuration, version, read)
  return legacy === null ? networkOf(read, !isAtLeast(version, 'v1_17') && !isSet(configuration, taskManagerMemoryOptions.networkMax))
    : checkedShare(legacy)
}

/**
 * Memory components of a TaskManager (cluster-manifests.md, section 8.2). Before 1.17 network memory is at most 1 GiB unless configured.
 * Left: a size does not parse, or the sizes do not add up.
 */
export const taskManagerMemory = (configuration: FlinkConfiguration, version: FlinkVersion): Made<TaskManagerMemory> =>
  pipe(
    E.Do,
    E.apS('read', readAll(configuration, taskManagerMemoryOptions)),
    E.bind('network', ({ read }) => networkOfVersion(configuration, version, read)),
    E.chain(({ read, network: share }) => {
      const { frameworkHeap, frameworkOffHeap, taskOffHeap, metaspace, taskHeap, managed, flink } = read
      const fixed = frameworkHeap + frameworkOffHeap + taskOffHeap
      const parts = { frameworkHeap, frameworkOffHeap, taskOffHeap, metaspace }
      if (taskHeap !== null && managed !== null) {
        const sum = fixed + taskHeap + managed
        return pipe(
          flink === null ? E.right(shareBeside(sum, share)) : leftFor(share, flink - sum),
          E.chain(network =>
            pipe(
              aroundFlink(read, sum + network),
              E.map(around => ({ ...parts, ...around, taskHeap, managed, network, flink: sum + network })),
            )
          ),
        )
      }
      const beside = (total: bigint, managedPart: bigint): Made<Pick<TaskManagerMemory, 'managed' | 'network' | 'taskHeap'>> => {
        if (taskHeap !== null)
          return pipe(
            leftFor(share, total - fixed - managedPart - taskHeap),
            E.map(network => ({ managed: managedPart, network, taskHeap })),
          )
        const network = shareOf(total, share)
        return pipe(
          atLeast('task heap', total - fixed - managedPart - network, 0n),
          E.map(rest => ({ managed: managedPart, network, taskHeap: rest })),
        )
      }
      const divided = (total: bigint): Made<Pick<TaskManagerMemory, 'managed' | 'network' | 'taskHeap'>> =>
        pipe(
          managed === null ? pipe(managedShare(read.managedFraction), E.map(it => shareOf(total, it))) : E.right(managed),
          E.chain(managedPart => beside(total, managedPart)),
        )
      return pipe(whole(read, divided, 'taskmanager'), E.map(made => ({ ...parts, ...made })))
    }),
  )
