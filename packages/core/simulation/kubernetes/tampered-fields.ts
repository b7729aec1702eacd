import type { ShownField, ShownType } from '../../src/codec/field.ts'
import { flinkDeploymentStatus, initialFlinkDeploymentStatus } from '../../src/codec/flink-deployment-status-fields.ts'

/** A place in the status that somebody may remove: from then on it reads as its default. `[]` is the status itself. */
export interface TamperedField {
  readonly path: readonly string[]
  readonly default: unknown
}

/**
 * Each object of the status and each leaf of it, as the codec's tables have them: a new field is one more place to tamper with. Without
 * those of the operation that it can't be read without.
 */
const fieldsIn = ({ parts }: ShownType, path: readonly string[]): readonly TamperedField[] => {
  switch (parts?._tag) {
    case 'Fields':
      return parts.fields.flatMap(([key, field]) => placesOf(field, [...path, key]))
    case 'Variants':
      return Object.values(parts.variants).flatMap(variant => fieldsIn(variant, path))
    default:
      return []
  }
}

const placesOf = (
  field: ShownField,
  path: readonly string[],
): readonly TamperedField[] => [...('default' in field ? [{ path, default: field.default }] : []), ...fieldsIn(field.type, path)]

const once = (
  fields: readonly TamperedField[],
): readonly TamperedField[] => [...new Map(fields.map(it => [it.path.join('.'), it])).values()]

/** All places of the status of a kind that may be removed, as its field table has them. */
export const tamperedPlaces = (status: ShownType, initial: unknown): readonly TamperedField[] =>
  once([{ path: [], default: initial }, ...fieldsIn(status, [])])

/** Every place of the status of a kind, also those that it can't be read without: each may be put back to an earlier value. */
export const allPlaces = (status: ShownType): readonly (readonly string[])[] => {
  const within = ({ parts }: ShownType, path: readonly string[]): readonly (readonly string[])[] => {
    switch (parts?._tag) {
      case 'Fields':
        return parts.fields.flatMap(([key, field]) => [[...path, key], ...within(field.type, [...path, key])])
      case 'Variants':
        return Object.values(parts.variants).flatMap(variant => within(variant, path))
      default:
        return []
    }
  }
  return [...new Map(within(status, []).map(path => [path.join('.'), path])).values()]
}

export const tamperedFields: readonly TamperedField[] = tamperedPlaces(flinkDeploymentStatus, initialFlinkDeploymentStatus)

/** What people and metrics are told, and no decision reads: whoever changes it changes nothing that is done. */
export const toldOnly: readonly string[] = [
  'error',
  'taskManager',
  'conditions',
  'clusterInfo',
  'jobStatus.jobName',
  'jobStatus.updateTime',
  'reconciliationStatus.reconciliationTimestamp',
  'lifecycleState',
]

const nameOf = ({ path }: TamperedField): string => path.join('.')

/** Places that decisions read. */
export const readFields: readonly TamperedField[] = tamperedFields.filter(it =>
  !toldOnly.some(name => nameOf(it) === name || nameOf(it).startsWith(`${name}.`))
)

/** What somebody's tool sees at that place; undefined: there is nothing to hold it. */
export const valueAt = (status: object, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[key] : undefined),
    status,
  )

/** The same with another value there. */
export const withValueAt = <A extends object>(status: A, [key, ...rest]: readonly string[], value: unknown): A =>
  key === undefined ? value as A
    : { ...status, [key]: rest.length === 0 ? value : withValueAt((status as Readonly<Record<string, object>>)[key]!, rest, value) }

/** Every two of these places, none within the other: taken away together, each can no longer stand in for the other. */
export const pairsOf = (places: readonly (readonly string[])[]): readonly (readonly [readonly string[], readonly string[]])[] => {
  const isWithin = (inner: readonly string[], outer: readonly string[]): boolean => outer.every((step, at) => inner[at] === step)
  return places.flatMap((one, index) =>
    places.slice(index + 1).filter(other => !isWithin(one, other) && !isWithin(other, one)).map(other => [one, other] as const)
  )
}
