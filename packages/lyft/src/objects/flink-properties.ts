import type { FlinkApplicationSpec } from '../spec/flink-application-spec.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Json } from '@flink-operator/core/resource'
import { configOf, memoryEntry, memoryRule } from './memory.ts'

/** The keys of the HA mode. The newer key has priority, as in Flink. */
const keys = ['high-availability.type', 'high-availability'] as const

/** True if the cluster has high availability. Any scalar value is read as its string (LD31). */
export const isHighlyAvailable = ({ flinkConfig }: Pick<FlinkApplicationSpec, 'flinkConfig'>): boolean => {
  const value = keys.map(key => flinkConfig[key]).find(found => found !== undefined && found !== null) ?? 'none'
  return typeof value !== 'object' && String(value).trim().toLowerCase() !== 'none'
}

/** Why a configuration can't be rendered, with the field that causes it. */
export interface PropertiesError {
  readonly field: string
  readonly message: string
}

/** A number in the format of Go: with an exponent below 1e-4 and, if it has a fraction, from 1e6 on. */
const numberText = (value: number): string => {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e')
  const power = Number(exponent)
  if (Number.isInteger(value) || (power >= -4 && power < 6)) return String(value)
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

const textOf = (value: Json): string | null =>
  typeof value === 'string' ? value : typeof value === 'boolean' ? String(value) : typeof value === 'number' ? numberText(value) : null

const usersEntries = ({ flinkConfig }: FlinkApplicationSpec): E.Either<PropertiesError, readonly (readonly [string, string])[]> =>
  pipe(
    // the operator sets this key once the Service has its name
    Object.entries(flinkConfig).filter(([key]) => key !== 'jobmanager.rpc.address'),
    E.traverseArray(([key, value]) => {
      const text = textOf(value)
      return text === null ? E.left({ field: `flinkConfig.${key}`, message: 'must be a text, a number or a boolean' })
        : E.right([key, text] as const)
    }),
  )

/** A memory fraction that belongs to another Flink version range is an error (FA82). */
const fractions = (spec: FlinkApplicationSpec): E.Either<PropertiesError, null> => {
  const { other, fraction } = memoryRule(spec.flinkVersion)
  const role = (['jobmanager', 'taskmanager'] as const).find(each => configOf(spec, each)[other] !== null)
  return role === undefined ? E.right(null) : E.left({
    field: `${role === 'jobmanager' ? 'jobManagerConfig' : 'taskManagerConfig'}.${other}`,
    message: `can't be used with ${
      spec.flinkVersion === '' ? 'an empty flinkVersion' : `flinkVersion ${spec.flinkVersion}`
    }: use ${fraction}`,
  })
}

const operatorsEntries = (spec: FlinkApplicationSpec): readonly (readonly [string, string])[] => [
  ['taskmanager.numberOfTaskSlots', String(spec.taskManagerConfig.taskSlots)],
  ['jobmanager.rpc.port', String(spec.rpcPort)],
  ['jobmanager.web.port', String(spec.uiPort)],
  ['query.server.port', String(spec.queryPort)],
  ['blob.server.port', String(spec.blobPort)],
  ['metrics.internal.query-service.port', String(spec.metricsQueryPort)],
  memoryEntry(spec, 'jobmanager'),
  memoryEntry(spec, 'taskmanager'),
]

/**
 * The Flink configuration as lines `key: value`, sorted by key, without the parts that depend on the hash (lyft-flinkapplication.md,
 * section 3.6). Validation reports errors before the operator creates anything (LD27).
 */
export const flinkProperties = (spec: FlinkApplicationSpec): E.Either<PropertiesError, string> =>
  pipe(
    fractions(spec),
    E.chain(() => usersEntries(spec)),
    E.map(users =>
      Object.entries(Object.fromEntries([...users, ...operatorsEntries(spec)]))
        .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
        .map(([key, value]) => `${key}: ${value}\n`)
        .join('')
    ),
  )
