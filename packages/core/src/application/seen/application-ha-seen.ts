import { type HaPlace, haPlaceOf, zooKeeperQueries } from '../../operator-options/ha-place.ts'
import { type HaSight, unseenAt, viewAt } from '../../cluster/high-availability/ha-sight.ts'
import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import type { ConfiguredCluster } from '../../cluster/configured-spec.ts'
import type { Query } from '../../query/query.ts'
import type { Round } from '../application-round.ts'

/** Where a cluster of this spec would keep its HA metadata. */
export const haPlaceFor = (
  { desired: { meta }, env }: Pick<Round, 'env'> & { readonly desired: Pick<Round['desired'], 'meta'> },
  { effective }: Pick<ConfiguredCluster, 'effective'>,
): HaPlace => haPlaceOf(meta.name, effective.configuration, env.options)

/**
 * The one place that a round asks about: where the cluster that is being deployed keeps its HA metadata, else the one that runs, or ran
 * last.
 */
export const haPlace = (round: Pick<Round, 'desired' | 'env'>): HaPlace => {
  const { attempt, deployed } = round.desired
  const cluster = attempt?.target ?? (deployed._tag === 'Deployed' ? deployed.running : null)
  return cluster === null ? { _tag: 'Nowhere' } : haPlaceFor(round, cluster)
}

/** What was seen of it. */
export const haSight = (round: Round): HaSight => ({
  clusterId: round.desired.meta.name,
  place: haPlace(round),
  facts: round.observed.facts,
})

/** All that tells what HA metadata there is. ConfigMaps are read in any case: an earlier spec may have left some. */
export const haQueries = (round: Pick<Round, 'desired' | 'env'>): readonly Query[] => [
  clusterQueries(round.desired).configMaps,
  ...zooKeeperQueries(haPlace(round)),
]

/** Why it is not known what ZooKeeper keeps of the cluster, where trying again may tell; null: it was seen, or no look can tell. */
export const unseenInZooKeeper = (round: Round): string | null => {
  const unseen = unseenAt(haPlace(round), round.observed.facts)
  return unseen === null ? null : `to see what ZooKeeper keeps of the job: ${unseen}`
}

/** What ZooKeeper keeps of the cluster, where it was seen. */
export const seenInZooKeeper = (round: Round): ReturnType<typeof viewAt> => viewAt(haPlace(round), round.observed.facts)
