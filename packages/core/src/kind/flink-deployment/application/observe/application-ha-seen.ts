import { type HaPlace, haPlaceOf, zooKeeperQueries } from '../../../../options/ha-place.ts'
import { type HaObservation, unseenAt, viewAt } from '../../../../cluster/high-availability/ha-observation.ts'
import { clusterQueries } from '../../../../cluster/observe/cluster-queries.ts'
import type { ConfiguredCluster } from '../../../../spec/configured-spec.ts'
import type { Query } from '../../../../contract/query/query.ts'
import type { Round } from '../application-round.ts'
import { pipe } from 'fp-ts/lib/function.js'
import { unseenStart } from '../../../../cluster/observe/job-manager-start.ts'
import { asked, type Asked, togetherWith } from '../../../../contract/query/ask.ts'

/** The place where a cluster with this spec keeps its HA metadata. */
export const haPlaceFor = (
  { desired: { meta }, env }: Pick<Round, 'env'> & { readonly desired: Pick<Round['desired'], 'meta'> },
  { effective }: Pick<ConfiguredCluster, 'effective'>,
): HaPlace => haPlaceOf(meta.name, effective.configuration, env.options)

/** The one place that a round queries: the HA metadata of the cluster that is being deployed, else of the cluster that runs or ran last. */
export const haPlace = (round: Pick<Round, 'desired' | 'env'>): HaPlace => {
  const { attempt, deployed } = round.desired
  const cluster = attempt?.target ?? (deployed._tag === 'Deployed' ? deployed.running : null)
  return cluster === null ? { _tag: 'Nowhere' } : haPlaceFor(round, cluster)
}

/** What this round observed in that place. */
export const observeHa = (round: Round): HaObservation => ({
  clusterId: round.desired.meta.name,
  place: haPlace(round),
  facts: round.observed.facts,
})

/** All queries that find HA metadata. ConfigMaps are always read, because an earlier spec may have left some. */
export const haQueries = (round: Pick<Round, 'desired' | 'env'>): readonly Query[] => [
  clusterQueries(round.desired).configMaps,
  ...zooKeeperQueries(haPlace(round)),
]

/** Why the data of the cluster in ZooKeeper is unknown, if a retry may find out. Null: the data was read, or no retry can read it. */
export const unseenInZooKeeper = (round: Round): string | null => {
  const unseen = unseenAt(haPlace(round), round.observed.facts)
  return unseen === null ? null : `ZooKeeper to return the data of the job: ${unseen}`
}

/** The data of the cluster in ZooKeeper, if this round has read it. */
export const seenInZooKeeper = (round: Round): ReturnType<typeof viewAt> => viewAt(haPlace(round), round.observed.facts)

/**
 * Observes live whether the JobManager ever started, together with HA metadata, which is needed if it never did. A separate query for the
 * metadata would be the fourth of the round, and the names that the deploy needs the fifth, which is reserved for a stale cache (design.md,
 * section 2).
 */
export const startAndStateSeen = (round: Round): Asked<null> => {
  const { facts } = round.observed
  return pipe(facts, asked(unseenStart(round)), togetherWith(facts, () => haQueries(round)))
}
