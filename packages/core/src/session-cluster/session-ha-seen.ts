import type { ConfiguredCluster } from '../cluster/configured-spec.ts'
import { type HaSight, placeAsSeen, plansSeen, unseenAt } from '../cluster/high-availability/ha-sight.ts'
import { clusterQueries } from '../cluster/seen/cluster-queries.ts'
import { type HaPlace, haPlaceOf, zooKeeperQueries } from '../operator-options/ha-place.ts'
import type { Query } from '../query/query.ts'
import type { SessionRound } from './session-cluster-round.ts'

type Seen = Pick<SessionRound, 'desired' | 'observed' | 'env'>
type Spec = Pick<ConfiguredCluster, 'effective'>

/** Where a cluster of this spec keeps its HA metadata, as far as this round shows. */
export const haPlaceFor = ({ desired: { meta }, observed: { facts }, env }: Seen, { effective }: Spec): HaPlace =>
  placeAsSeen(haPlaceOf(meta.name, effective.configuration, env.options), facts)

export const haSightOf = (round: Seen, cluster: Spec): HaSight => ({
  clusterId: round.desired.meta.name,
  place: haPlaceFor(round, cluster),
  facts: round.observed.facts,
})

/** All places in which one of these clusters may have jobs. ConfigMaps are of any: an earlier spec may have left some. */
const sightsOf = (round: Seen, clusters: readonly Spec[]): readonly HaSight[] => [
  { clusterId: round.desired.meta.name, place: { _tag: 'Kubernetes' }, facts: round.observed.facts },
  ...clusters.map(it => haSightOf(round, it)).filter(({ place }) => place._tag === 'ZooKeeper'),
]

/** What tells which jobs are kept there. */
export const keptQueries = (round: Seen, clusters: readonly Spec[]): readonly Query[] => {
  const queries = sightsOf(round, clusters).flatMap(({ place }) => zooKeeperQueries(place))
  return [clusterQueries(round.desired).configMaps, ...queries.filter((it, i) => queries.findIndex(({ slot }) => slot === it.slot) === i)]
}

/**
 * Jobs whose plans are kept where the operator can look, so that a JobManager brings them back; null: that could not be seen. What is out
 * of sight does not count.
 */
export const keptOf = (round: Seen, clusters: readonly Spec[]): readonly string[] | null => {
  const kept = sightsOf(round, clusters).map(plansSeen)
  return kept.some(it => it === null) ? null : [...new Set(kept.flatMap(it => it ?? []))]
}

/** What could not be seen of it, for people. */
export const unseenKept = (round: Seen, clusters: readonly Spec[]): string => {
  const message = sightsOf(round, clusters).map(({ place, facts }) => unseenAt(place, facts)).find(it => it !== null)
  return message === undefined ? 'to see which jobs high availability keeps' : `to see which jobs ZooKeeper keeps: ${message}`
}
