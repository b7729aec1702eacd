import type { ConfigMapContent } from '../config-map.ts'
import { leaderAddress, type LeaderAddress, leaderKeyPrefix, parseLeaderAddress } from '../leader-address.ts'

/**
 * Where the leaders of a Flink cluster publish their addresses (kubernetes-ha.md, sections 1 and 2).
 *
 * | layout | ConfigMaps | keys |
 * |---|---|---|
 * | `Cluster`: Flink 1.15 and later | `<id>-cluster-config-map` | `org.apache.flink.k8s.leader.<component>`: `<session>,<address>` |
 * | `PerComponent`: FLIP-144, Flink 1.12 to 1.14, and `use-old-ha-services` | `<id>-<component>-leader`, `<id>-<job>-jobmanager-leader` | `sessionId`, `address` |
 */
export type LeaderLayout =
  | { readonly _tag: 'Cluster'; readonly clusterId: string }
  | { readonly _tag: 'PerComponent'; readonly clusterId: string; readonly jobIds: readonly string[] }

/** A component of a leading process, or the leader of a job. */
export type Component = 'dispatcher' | 'resourcemanager' | 'restserver' | `job-${string}`

/** The leaders by component. A text without a valid address counts as no leader. */
export type Leaders = Readonly<Record<string, LeaderAddress>>

const components: readonly Component[] = ['dispatcher', 'resourcemanager', 'restserver']

const perComponent = (
  { clusterId, jobIds }: Extract<LeaderLayout, { readonly _tag: 'PerComponent' }>,
): Readonly<Record<string, Component>> =>
  Object.fromEntries([
    ...components.map(component => [`${clusterId}-${component}-leader`, component] as const),
    ...jobIds.map(jobId => [`${clusterId}-${jobId}-jobmanager-leader`, `job-${jobId}`] as const),
  ])

/** The names of the ConfigMaps to watch. */
export const leaderConfigMaps = (layout: LeaderLayout): readonly string[] =>
  layout._tag === 'Cluster' ? [`${layout.clusterId}-cluster-config-map`] : Object.keys(perComponent(layout))

/** The leaders in one of them. */
export const leadersIn = (layout: LeaderLayout, { name, data }: Pick<ConfigMapContent, 'name' | 'data'>): Leaders => {
  if (layout._tag === 'PerComponent') {
    const component = perComponent(layout)[name]
    const leader = leaderAddress(data['sessionId'], data['address'])
    return component === undefined || leader === null ? {} : { [component]: leader }
  }
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, text]) => {
      const leader = key.startsWith(leaderKeyPrefix) ? parseLeaderAddress(text) : null
      return leader === null ? [] : [[key.slice(leaderKeyPrefix.length), leader] as const]
    }),
  )
}
