import type { ConfiguredCluster } from '../../../spec/configured-spec.ts'
import { type HaObservation, placeAsSeen, plansSeen, unseenAt } from '../../../cluster/high-availability/ha-observation.ts'
import { clusterQueries } from '../../../cluster/observe/cluster-queries.ts'
import { type HaPlace, haPlaceOf, zooKeeperQueries } from '../../../options/ha-place.ts'
import type { Query } from '../../../contract/query/query.ts'
import type { SessionRound } from './session-cluster-round.ts'

type Seen = Pick<SessionRound, 'desired' | 'observed' | 'env'>
type Spec = Pick<ConfiguredCluster, 'effective'>

/** The place where a cluster with this spec keeps its HA metadata, as far as this round knows. */
export const haPlaceFor = ({ desired: { meta }, observed: { facts }, env }: Seen, { effective }: Spec): HaPlace =>
  placeAsSeen(haPlaceOf(meta.name, effective.configuration, env.options), facts)

export const observeHaOf = (round: Seen, cluster: Spec): HaObservation => ({
  clusterId: round.desired.meta.name,
  place: haPlaceFor(round, cluster),
  facts: round.observed.facts,
})

/**
 * All places in which clusters with these specs may keep jobs. ConfigMaps are always included, because an earlier spec may have left some.
 */
const observationsOf = (round: Seen, clusters: readonly Spec[]): readonly HaObservation[] => [
  { clusterId: round.desired.meta.name, place: { _tag: 'Kubernetes' }, facts: round.observed.facts },
  ...clusters.map(it => observeHaOf(round, it)).filter(({ place }) => place._tag === 'ZooKeeper'),
]

/** Queries that list the jobs kept in these places. */
export const keptQueries = (round: Seen, clusters: readonly Spec[]): readonly Query[] => {
  const queries = observationsOf(round, clusters).flatMap(({ place }) => zooKeeperQueries(place))
  return [clusterQueries(round.desired).configMaps, ...queries.filter((it, i) => queries.findIndex(({ slot }) => slot === it.slot) === i)]
}

/**
 * Jobs whose plans are stored in a place that the operator can read, so that a JobManager recovers them. Null: a place could not be read in
 * this round. Unobservable places are left out.
 */
export const keptOf = (round: Seen, clusters: readonly Spec[]): readonly string[] | null => {
  const kept = observationsOf(round, clusters).map(plansSeen)
  return kept.some(it => it === null) ? null : [...new Set(kept.flatMap(it => it ?? []))]
}

/** A text for users: what the operator could not read there. */
export const unseenKept = (round: Seen, clusters: readonly Spec[]): string => {
  const message = observationsOf(round, clusters).map(({ place, facts }) => unseenAt(place, facts)).find(it => it !== null)
  return message === undefined ? 'the high-availability service to list the jobs that it keeps'
    : `ZooKeeper to list the jobs that it keeps: ${message}`
}
