import { map, right } from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { clusterQueries } from '../../../cluster/seen/cluster-queries.ts'
import { haConfigMap, isPlanStore } from '../../../cluster/high-availability/ha-config-map.ts'
import { placeAsSeen } from '../../../cluster/high-availability/ha-sight.ts'
import type { ConfigMapView } from '../../../fact/object-view.ts'
import { type HaPlace, haPlaceOf, zooKeeperQueries } from '../../../operator-options/ha-place.ts'
import { type Ask, asked } from '../../../query/ask.ts'
import { zooKeeperFact } from '../../../query/zookeeper-query.ts'
import type { ZooKeeperPlace } from '../../../query/zookeeper-place.ts'
import type { ReadyCluster, Round } from '../session-job-round.ts'

/**
 * What HA metadata of the session cluster holds: the one question of all rows that ask whether a JobManager, which was elected again and
 * lists nothing yet, brings a job back (P14).
 */
export type HaEntries =
  /** No look of the operator's can tell what is there. */
  | { readonly _tag: 'OutOfSight' }
  /** It could not be looked at now: that proves nothing. */
  | { readonly _tag: 'Unseen' }
  | {
    readonly _tag: 'Seen'
    /** A JobManager that is elected runs the jobs of these: their graphs or plans are stored. Null: where they are stored was not there. */
    readonly plans: readonly HaEntry[] | null
    /** What a job keeps there of its checkpoints, which starts nothing by itself. */
    readonly jobs: readonly HaEntry[]
  }

/** `where`: what a person deletes where the job is not to come back. */
export interface HaEntry {
  readonly jobId: string
  readonly where: string
}

const nothing: HaEntries = { _tag: 'Seen', plans: [], jobs: [] }

/** A cluster without high availability brings nothing back. */
export const haEntries = (round: Pick<Round, 'observed' | 'env'>, { deployed }: ReadyCluster): Ask<HaEntries> => facts => {
  const place = haPlaceOfSession(round, deployed)
  const { observed } = round
  switch (place._tag) {
    case 'Nowhere':
      return right(nothing)
    case 'OutOfSight':
      return right({ _tag: 'OutOfSight' })
    case 'Kubernetes':
      return pipe(facts, asked([clusterQueries(deployed.of).configMaps]), map(() => inKubernetes(observed, deployed.of.meta.name)))
    case 'ZooKeeper':
      return pipe(facts, asked(zooKeeperQueries(place)), map(() => inZooKeeper(observed, place.place)))
  }
}

const inKubernetes = ({ facts: { configMaps } }: Round['observed'], clusterId: string): HaEntries => {
  if (configMaps?._tag !== 'Known') return { _tag: 'Unseen' }
  const stores = configMaps.value.filter(it => isPlanStore(clusterId, it))
  return {
    _tag: 'Seen',
    plans: stores.length === 0 ? null : stores.flatMap(it => plansIn(clusterId, it)),
    jobs: configMaps.value.flatMap(it => {
      const metadata = haConfigMap(clusterId, it)
      return metadata?._tag === 'Job' ? [{ jobId: metadata.jobId, where: `ConfigMap ${it.name}` }] : []
    }),
  }
}

const plansIn = (clusterId: string, configMap: ConfigMapView): readonly HaEntry[] => {
  const metadata = haConfigMap(clusterId, configMap)
  return metadata?._tag !== 'Cluster' ? []
    : metadata.jobIds.map(jobId => ({
      jobId,
      where: `key ${configMap.dataKeys.find(key => key.endsWith(`-${jobId}`)) ?? jobId} of ConfigMap ${configMap.name}`,
    }))
}

const inZooKeeper = ({ facts }: Round['observed'], place: ZooKeeperPlace): HaEntries => {
  const fact = zooKeeperFact(facts, place)
  if (fact === undefined || fact._tag === 'Unknown') return { _tag: 'Unseen' }
  if (fact._tag === 'Absent') return nothing
  const entry = ({ jobId, path }: { readonly jobId: string; readonly path: string }): HaEntry => ({
    jobId,
    where: `${place.path}${path} in ZooKeeper`,
  })
  return { _tag: 'Seen', plans: fact.value.plans.map(entry), jobs: fact.value.jobs.map(entry) }
}

/** Where the session cluster keeps its HA metadata, as far as this round shows. */
const haPlaceOfSession = (
  { observed: { facts }, env }: Pick<Round, 'observed' | 'env'>,
  { of, highAvailability, configuration }: ReadyCluster['deployed'],
): HaPlace => {
  switch (highAvailability) {
    case 'none':
      return { _tag: 'Nowhere' }
    case 'kubernetes':
      return { _tag: 'Kubernetes' }
    case 'zookeeper':
      return configuration === null ? { _tag: 'OutOfSight', why: 'an edit of the session cluster is under way' }
        : placeAsSeen(haPlaceOf(of.meta.name, configuration, env.options), facts)
    case 'other':
      return { _tag: 'OutOfSight', why: "HA services of the user's own keep it" }
  }
}
