import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { readOptions } from '../operator-options/read-options.ts'
import type { ValueOf } from '../operator-options/operator-option.ts'
import { optionConfigurationError, type ConfigurationError } from './configuration-error.ts'
import type { FlinkConfiguration } from './flink-defaults.ts'
import { atLeast, checkedShare, leftFor, memoryError, shareBeside, shareOf, type Share } from './memory-share.ts'
import type { ConfigOption } from './option.ts'

type Made<A> = E.Either<ConfigurationError, A>

/** All options of a table, or the first that does not parse. */
export const readAll = <T extends Readonly<Record<string, ConfigOption<unknown>>>>(
  configuration: FlinkConfiguration,
  table: T,
): Made<{ readonly [K in keyof T]: ValueOf<T[K]> }> => {
  const { options, errors } = readOptions(configuration, table)
  const [first] = errors
  return first === undefined ? E.right(options) : E.left(optionConfigurationError(first))
}

/** What JobManager and TaskManager have in common. */
export interface ProcessSizes {
  readonly process: bigint | null
  readonly metaspace: bigint
  readonly overheadFraction: number
  readonly overheadMin: bigint
  readonly overheadMax: bigint
}

const overheadOf = (sizes: ProcessSizes): Made<Share> =>
  checkedShare({ name: 'JVM overhead', fraction: sizes.overheadFraction, min: sizes.overheadMin, max: sizes.overheadMax })

/** The whole process, when Flink's own part is known ("Overhead A" of cluster-manifests.md, section 8.1). */
export const aroundFlink = (sizes: ProcessSizes, flink: bigint): Made<{ readonly overhead: bigint; readonly process: bigint }> =>
  pipe(
    overheadOf(sizes),
    E.chain(share =>
      sizes.process === null ? E.right(shareBeside(flink + sizes.metaspace, share))
        : leftFor(share, sizes.process - flink - sizes.metaspace)
    ),
    E.map(overhead => ({ overhead, process: flink + sizes.metaspace + overhead })),
  )

/** Flink's own part of a process of that size. */
export const withinProcess = (sizes: ProcessSizes, process: bigint): Made<{ readonly overhead: bigint; readonly flink: bigint }> =>
  pipe(
    overheadOf(sizes),
    E.map(share => shareOf(process, share)),
    E.chain(overhead =>
      pipe(atLeast('total Flink memory', process - sizes.metaspace - overhead, 0n), E.map(flink => ({ overhead, flink })))
    ),
  )

/** No size from which the others follow. */
export const nothingGiven = (process: 'jobmanager' | 'taskmanager'): ConfigurationError =>
  memoryError('', `either ${process}.memory.process.size or ${process}.memory.flink.size must be set`)
