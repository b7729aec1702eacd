import { initialFlinkDeploymentStatus } from '@flink-operator/core/codec'
import { type ShownField, type ShownType, flinkDeploymentStatus } from '@flink-operator/core/crd'

/** A field of the status that may be removed: from then on it has its default. `[]` is the status itself. */
export interface TamperedField {
  readonly path: readonly string[]
  readonly default: unknown
}

/**
 * Each object of the status and each of its leaves, from the codec's tables: a new field is one more to tamper with. Leaves out the
 * fields of the operation without which it is unreadable.
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

/** All removable fields of a kind's status, from its field table. */
export const tamperedPlaces = (status: ShownType, initial: unknown): readonly TamperedField[] =>
  once([{ path: [], default: initial }, ...fieldsIn(status, [])])

/** Every field of a kind's status, also those without which it is unreadable: each may be restored to an earlier value. */
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

/** Fields for users and metrics that no decision reads: changing them changes no behavior. */
export const reportedOnly: readonly string[] = [
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

/** Fields that decisions read. */
export const readFields: readonly TamperedField[] = tamperedFields.filter(it =>
  !reportedOnly.some(name => nameOf(it) === name || nameOf(it).startsWith(`${name}.`))
)

/** The value at that path; undefined: no object there could hold it. */
export const valueAt = (status: object, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[key] : undefined),
    status,
  )

/** The same with another value there. */
export const withValueAt = <A extends object>(status: A, [key, ...rest]: readonly string[], value: unknown): A =>
  key === undefined ? value as A
    : { ...status, [key]: rest.length === 0 ? value : withValueAt((status as Readonly<Record<string, object>>)[key]!, rest, value) }

/** Every pair of these fields, neither within the other: when both are removed, neither can replace the other. */
export const pairsOf = (places: readonly (readonly string[])[]): readonly (readonly [readonly string[], readonly string[]])[] => {
  const isWithin = (inner: readonly string[], outer: readonly string[]): boolean => outer.every((step, at) => inner[at] === step)
  return places.flatMap((one, index) =>
    places.slice(index + 1).filter(other => !isWithin(one, other) && !isWithin(other, one)).map(other => [one, other] as const)
  )
}
