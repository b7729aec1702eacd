import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { readOptions } from '../../options/read-options.ts'
import type { ValueOf } from '../../options/operator-option.ts'
import { optionConfigurationError, type ConfigurationError } from './configuration-error.ts'
import type { FlinkConfiguration } from './flink-defaults.ts'
import { atLeast, checkedShare, leftFor, memoryError, shareBeside, shareOf, type Share } from './memory-share.ts'
import type { ConfigOption } from './option.ts'

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
