import { type ScalingMetric, scalingMetrics } from '../evaluated-metrics.ts'
import type { Profile } from '../autoscaler-configuration.ts'
import type { StoredTime } from '../autoscaler-state.ts'
import * as E from 'fp-ts/lib/Either.js'
import type { VertexId } from '../topology.ts'
import { allOf, entriesOf, type Read, type YamlTree } from './yaml-tree.ts'

/**
 * True for metrics that a stored text may contain. The reference operator discards the whole text if it contains a metric that it does not
 * know, so only metrics known to the version are written (autoscaler.md, section 0.1).
 */
export const isKnownMetric = (name: string, profile: Profile): name is ScalingMetric =>
  (scalingMetrics as readonly string[]).includes(name) && (profile === 'main' || name !== 'NUM_RECORDS_IN_PER_SECOND')

export const compareTimes = (a: StoredTime, b: StoredTime): number => a.at - b.at || (a.nanos ?? 0) - (b.nanos ?? 0)

/** Sorts oldest first. Of two items with the same time the second wins. */
export const byTime = <A extends StoredTime>(items: readonly A[]): readonly A[] => {
  const sorted = [...items].sort(compareTimes)
  return sorted.filter((item, index) => {
    const next = sorted[index + 1]
    return next === undefined || compareTimes(item, next) !== 0
  })
}

/** Entries sorted by key, so that equal states have equal texts. */
export const sortedEntries = <A>(record: Readonly<Partial<Record<string, A>>>): readonly (readonly [string, A])[] =>
  Object.keys(record).sort().flatMap(key => {
    const value = record[key]
    return value === undefined ? [] : [[key, value] as const]
  })

/**
 * A map by vertex ids. A key that is not a vertex id makes the whole map unreadable, so that it counts as empty. The reference
 * operator fails in every cycle until a user edits the ConfigMap.
 */
export const byVertex = <A>(
  tree: YamlTree,
  what: string,
  read: (tree: YamlTree, what: string) => Read<A>,
): Read<Readonly<Record<VertexId, A>>> => {
  const entries = entriesOf(tree, what)
  if (E.isLeft(entries)) return entries
  const all = allOf([...entries.right], ([key, value]) => {
    if (!/^[\da-fA-F]{32}$/.test(key)) return E.left(`${what}: ${JSON.stringify(key.slice(0, 60))} is not a vertex id`)
    return E.map((it: A) => [key.toLowerCase(), it] as const)(read(value, key))
  })
  return E.map((pairs: readonly (readonly [string, A])[]) => Object.fromEntries(pairs))(all)
}
