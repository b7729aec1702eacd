import { isJsonObject } from '@flink-operator/core/codec'
import { isSameJson, type Json, type JsonObject } from '@flink-operator/core/resource'

/** One leaf that an edit changes. A configuration key is one leaf: `flinkConfiguration.KEY`. Null: absent. */
export interface DocumentChange {
  /** Dotted, below `spec`; `metadata.labels.KEY` and `metadata.annotations.KEY` for those. */
  readonly path: string
  readonly from: Json
  readonly to: Json
}

/**
 * One field that an edit changes; values as JSON, without secrets. Only the values of `shownFields` are shown, unless all are asked
 * for.
 */
export interface PlannedChange {
  readonly path: string
  readonly type: string
  readonly from: Json
  readonly to: Json
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
const isEmpty = (value: Json): boolean => isJsonObject(value) && Object.keys(value).length === 0

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

const leaves = (path: string, from: Json, to: Json): readonly DocumentChange[] => {
  if (isSameJson(from, to)) return []
  const [before, after] = [isEmpty(from) ? null : from, isEmpty(to) ? null : to]
  if (isJsonObject(before) || isJsonObject(after)) {
    if ((before === null || isJsonObject(before)) && (after === null || isJsonObject(after)))
      return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].flatMap(name =>
        leaves(joined(path, name), before?.[name] ?? null, after?.[name] ?? null)
      )
  }
  // two lists of one length are compared item by item; of another length there is no telling which items belong together
  if (isList(before) && isList(after) && before.length === after.length && after.some(isJsonObject))
    return after.flatMap((item, index) => leaves(`${path}[${index}]`, before[index] ?? null, item))
  return isSameJson(before, after) ? [] : [{ path, from: before, to: after }]
}

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = object[key]
  return isJsonObject(value) ? value : {}
}

/** Bookkeeping of kubectl, not an edit. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/** The difference of two documents of a resource, leaf by leaf: spec, labels and annotations (N02, N05). */
export const documentChanges = (deployed: JsonObject, wanted: JsonObject): readonly DocumentChange[] => [
  ...leaves('', objectAt(deployed, 'spec'), objectAt(wanted, 'spec')),
  ...(['labels', 'annotations'] as const).flatMap(field =>
    leaves(`metadata.${field}`, objectAt(objectAt(deployed, 'metadata'), field), objectAt(objectAt(wanted, 'metadata'), field))
  ).filter(({ path }) => path !== `metadata.annotations.${lastApplied}`),
]
