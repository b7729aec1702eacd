import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { sequenceS } from 'fp-ts/lib/Apply.js'
import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { objectAt } from './json-field.ts'
import type { Role } from './object-metadata.ts'
import { type ManifestError, manifestError } from './manifest-error.ts'
import { readDouble, readInteger } from './read-option.ts'

/** Cores as a Kubernetes quantity, spelled as the reference operator spells them: `1.0`, `0.5`; in steps of one thousandth (M-D10). */
export const cpuQuantity = (cores: number): string => {
  const thousandths = Math.max(Math.round(cores * 1000), cores > 0 ? 1 : 0)
  const text = String(thousandths / 1000)
  return text.includes('.') ? text : `${text}.0`
}

/** The resources of one process: total memory in bytes, and cores. */
export interface ProcessAmounts {
  readonly bytes: bigint
  readonly cores: number
}

type Read<A> = E.Either<ManifestError, A>

/**
 * Whether factors below 1 are rejected here. Flink itself checks those of native TaskManagers; those of standalone ones are not checked
 * (section 6.11).
 */
type FactorCheck = 'AtLeastOne' | 'Unchecked'

const factor = (configuration: FlinkConfiguration, key: string, check: FactorCheck): Read<number> =>
  pipe(
    readDouble(configuration, key, 1),
    E.chain(value =>
      check === 'AtLeastOne' && value < 1
        ? E.left(manifestError('LimitFactor', key, `${key} should be greater or equal to 1.`, { more: `Found: ${value}.` }))
        : E.right(value)
    ),
  )

const mebibytes = (bytes: bigint): number => Number(bytes / 1024n ** 2n)

/**
 * `resources` of a main container: memory and cpu override the template's; its other resources stay (cluster-manifests.md, section 6.11).
 * Whole MiB, rounded down like the reference operator (M-D09 is not fixed, because that would change the rendered objects of existing
 * resources).
 */
export const containerResources = (
  template: JsonObject,
  { configuration, role, amounts, check }: {
    readonly configuration: FlinkConfiguration
    readonly role: Role
    readonly amounts: ProcessAmounts
    readonly check: FactorCheck
  },
): Read<JsonObject> =>
  pipe(
    sequenceS(E.Apply)({
      cpuFactor: factor(configuration, `kubernetes.${role}.cpu.limit-factor`, check),
      memoryFactor: factor(configuration, `kubernetes.${role}.memory.limit-factor`, check),
    }),
    E.map(({ cpuFactor, memoryFactor }) => {
      const memory = mebibytes(amounts.bytes)
      return {
        ...template,
        requests: { ...objectAt(template, 'requests'), cpu: cpuQuantity(amounts.cores), memory: `${memory}Mi` },
        limits: {
          ...objectAt(template, 'limits'),
          cpu: cpuQuantity(amounts.cores * cpuFactor),
          memory: `${Math.trunc(memory * memoryFactor)}Mi`,
        },
      }
    }),
  )

export const jobManagerCores = (configuration: FlinkConfiguration): Read<number> =>
  readDouble(configuration, 'kubernetes.jobmanager.cpu.amount', 1)

/** Default: one core for each slot, in standalone mode too (M-D06: the reference operator requests −1.0 cores there). */
export const taskManagerCores = (configuration: FlinkConfiguration): Read<number> =>
  pipe(
    sequenceS(E.Apply)({
      cores: readDouble(configuration, 'kubernetes.taskmanager.cpu.amount', -1),
      slots: readInteger(configuration, 'taskmanager.numberOfTaskSlots', 1),
    }),
    E.map(({ cores, slots }) => (cores > 0 ? cores : slots)),
  )
