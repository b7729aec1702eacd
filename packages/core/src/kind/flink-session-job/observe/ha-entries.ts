import { map, right } from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { clusterQueries } from '../../../cluster/observe/cluster-queries.ts'
import { haConfigMap, isPlanStore } from '../../../cluster/high-availability/ha-config-maps.ts'
import { placeAsSeen } from '../../../cluster/high-availability/ha-observation.ts'
import type { ConfigMapView } from '../../../contract/fact/object-view.ts'
import { type HaPlace, haPlaceOf, zooKeeperQueries } from '../../../options/ha-place.ts'
import { type Ask, asked } from '../../../contract/query/ask.ts'
import { zooKeeperFact } from '../../../contract/query/zookeeper-query.ts'
import type { ZooKeeperPlace } from '../../../contract/query/zookeeper-place.ts'
import type { ReadyCluster, Round } from '../session-job-round.ts'

/**
 * The content of the HA metadata of the session cluster. Every row uses it that asks whether a newly elected JobManager, which lists no job
 * yet, will recover one (P14).
 */
export type HaEntries =
  /** The operator cannot read the metadata at all. */
  | { readonly _tag: 'Unobservable' }
  /** The metadata could not be read in this round, which proves nothing. */
  | { readonly _tag: 'Unseen' }
  | {
    readonly _tag: 'Seen'
    /** Jobs whose graphs or plans are stored: a newly elected JobManager runs them. Null: the store itself does not exist. */
    readonly plans: readonly HaEntry[] | null
    /** Checkpoint pointers of jobs; without a plan they start nothing. */
    readonly jobs: readonly HaEntry[]
  }

/** An entry of a job. `where`: what the user has to delete so that the job does not come back. */
export interface HaEntry {
  readonly jobId: string
  readonly where: string
}

const nothing: HaEntries = { _tag: 'Seen', plans: [], jobs: [] }

/** The HA entries of the cluster. A cluster without high availability has none. */
export const haEntries = (round: Pick<Round, 'observed' | 'env'>, { deployed }: ReadyCluster): Ask<HaEntries> => facts => {
  const place = haPlaceOfSession(round, deployed)
  const { observed } = round
  switch (place._tag) {
    case 'Nowhere':
      return right(nothing)
    case 'Unobservable':
      return right({ _tag: 'Unobservable' })
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

/** The place where the session cluster keeps its HA metadata, as far as this round knows. */
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
      return configuration === null ? { _tag: 'Unobservable', why: 'an edit of the session cluster is in progress' }
        : placeAsSeen(haPlaceOf(of.meta.name, configuration, env.options), facts)
    case 'other':
      return { _tag: 'Unobservable', why: 'a custom HA service keeps it' }
  }
}
