import { emptyState, type ParallelismOverrides } from '../autoscaler-state.ts'
import { type StoredState, readState, type StoredData } from '../state/stored-state.ts'
import { defaultProfile } from '../autoscaler-configuration.ts'
import type { VertexId } from '../topology.ts'
import { flatten } from '../../flink/configuration/layers.ts'
import { parseMap, printMap } from '../../flink/configuration/value-text.ts'
import type { JsonObject } from '../../contract/resource/json.ts'

/** Flink's largest number of key groups. */
const largest = 32_768

const isParallelism = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= largest

/** The overrides if Flink can take all of them, else none: with any other text Flink refuses to start the job. */
export const usableOverrides = (overrides: ParallelismOverrides): ParallelismOverrides | null =>
  Object.values(overrides).every(isParallelism) ? overrides : null

/** Overrides that Flink can't take count as unreadable, all of them. */
export const withUsableOverrides = (stored: StoredState): StoredState =>
  usableOverrides(stored.state.parallelismOverrides) !== null ? stored : {
    state: { ...stored.state, parallelismOverrides: emptyState.parallelismOverrides },
    unreadable: [...stored.unreadable, { key: 'parallelismOverrides', reason: `a parallelism is no whole number from 1 to ${largest}` }],
  }

/**
 * The stored parallelism decision for each vertex; for a vertex with a delayed scale-down its target. Null: no decision is stored. Does not
 * parse the window of samples, which is long.
 */
export const wantedParallelism = ({ parallelismOverrides, delayedScaleDown }: StoredData): Readonly<Record<VertexId, number>> | null => {
  const { state } = readState({
    ...(parallelismOverrides === undefined ? {} : { parallelismOverrides }),
    ...(delayedScaleDown === undefined ? {} : { delayedScaleDown }),
  }, defaultProfile)
  const decided = Object.entries(state.parallelismOverrides).map(([id, text]) => [id, Number(text)] as const)
  const waiting = Object.entries(state.delayedScaleDown).flatMap(([id, { recommended: [largest] }]) =>
    largest === undefined ? [] : [[id, largest.parallelism] as const]
  )
  const all = [...decided, ...waiting].filter(([, wanted]) => Number.isInteger(wanted) && wanted > 0)
  return all.length === 0 ? null : Object.fromEntries(all)
}

/** Option of Flink for the parallelism of single vertices. */
export const overridesKey = 'pipeline.jobvertex-parallelism-overrides'

const mapIn = (configuration: JsonObject): { readonly text: string | null; readonly map: ParallelismOverrides | null } => {
  const text = flatten(configuration)[overridesKey] ?? null
  return { text, map: text === null ? null : parseMap(text) }
}

/** The overrides in a configuration; null: none, or they do not parse. */
export const overridesIn = (configuration: JsonObject): ParallelismOverrides | null => mapIn(configuration).map

/**
 * The effective overrides: the stored ones win over those of the user, except for vertices that the user excludes from scaling
 * (autoscaler.md, section 10.2). A-22: only the configured list counts, not vertices excluded for one cycle.
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
 * Adds the overrides to the user's `flinkConfiguration`. If the deployed spec has an equal map, its text is reused, so that a different
 * order of keys is no change (B43). A deployed map that does not parse counts as different.
 */
export const withOverrides = (configuration: JsonObject, overrides: ParallelismOverrides, deployed: JsonObject | null): JsonObject => {
  const { text, map } = mapIn(deployed ?? {})
  const isDeployed = text !== null && map !== null && isSameMap(map, overrides)
  return { ...flatten(configuration), [overridesKey]: isDeployed ? text : printMap(overrides) }
}

/** The stored overrides of the job. `unreadable`: the job keeps its deployed overrides. */
export type StoredOverrides = ParallelismOverrides | 'unreadable'

/**
 * The user's `flinkConfiguration` with the stored overrides, for the round. The same object if nothing is stored. If the stored overrides
 * are unreadable, the deployed ones stay: the job does not return to the parallelism of the user.
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
