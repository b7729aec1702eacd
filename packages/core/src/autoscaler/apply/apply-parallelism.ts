import { flatten } from '../../flink-configuration/flatten.ts'
import { parseMap, printMap } from '../../flink-configuration/parse-map.ts'
import type { JsonObject } from '../../resource/json.ts'
import type { ParallelismOverrides } from '../autoscaler-state.ts'
import type { VertexId } from '../topology.ts'

/** Flink's option for the parallelism of single vertices. */
export const overridesKey = 'pipeline.jobvertex-parallelism-overrides'

const mapIn = (configuration: JsonObject): { readonly text: string | null; readonly map: ParallelismOverrides | null } => {
  const text = flatten(configuration)[overridesKey] ?? null
  return { text, map: text === null ? null : parseMap(text) }
}

/** The overrides that a configuration holds; null: none, or they can't be read. */
export const overridesIn = (configuration: JsonObject): ParallelismOverrides | null => mapIn(configuration).map

/**
 * The overrides that count: the stored ones win over the user's, but for vertices that the user excludes from scaling (autoscaler.md,
 * section 10.2). A-22: only the configured list counts, not what is excluded for one cycle.
 */
export const mergedOverrides = (
  user: ParallelismOverrides,
  stored: ParallelismOverrides,
  excluded: readonly VertexId[],
): ParallelismOverrides => ({
  ...user,
  ...Object.fromEntries(Object.entries(stored).filter(([id]) => !(excluded.includes(id) && Object.hasOwn(user, id)))),
})

const isSameMap = (a: ParallelismOverrides, b: ParallelismOverrides): boolean => {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && a[key] === b[key])
}

/**
 * The user's `flinkConfiguration` with these overrides. Where the deployed spec holds the same map, its text is taken, so that another
 * order of its keys is no change (B43); one that can't be read is another one.
 */
export const withOverrides = (configuration: JsonObject, overrides: ParallelismOverrides, deployed: JsonObject | null): JsonObject => {
  const { text, map } = mapIn(deployed ?? {})
  const isDeployed = text !== null && map !== null && isSameMap(map, overrides)
  return { ...flatten(configuration), [overridesKey]: isDeployed ? text : printMap(overrides) }
}

/** What is stored for the job's parallelism; unreadable: the job keeps what it runs with. */
export type StoredOverrides = ParallelismOverrides | 'unreadable'

/**
 * The user's `flinkConfiguration` as it enters the round: the same object where nothing is stored. What can't be read is no reason to take
 * a job back to the user's parallelism: the overrides that are deployed stay.
 */
export const withStoredOverrides = (
  configuration: JsonObject,
  stored: StoredOverrides,
  excluded: readonly VertexId[],
  deployed: JsonObject | null,
): JsonObject => {
  if (stored === 'unreadable') {
    const { text } = mapIn(deployed ?? {})
    return text === null ? configuration : { ...flatten(configuration), [overridesKey]: text }
  }
  if (Object.keys(stored).length === 0) return configuration
  return withOverrides(configuration, mergedOverrides(mapIn(configuration).map ?? {}, stored, excluded), deployed)
}
