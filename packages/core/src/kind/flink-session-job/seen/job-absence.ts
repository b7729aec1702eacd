import { clusterQueries } from '../../../cluster/seen/cluster-queries.ts'
import { haConfigMap } from '../../../cluster/high-availability/ha-config-map.ts'
import { placeAsSeen } from '../../../cluster/high-availability/ha-sight.ts'
import { absenceMillis, isMissedForGood } from '../../../job/seen/observe-job.ts'
import { type HaPlace, haPlaceOf, zooKeeperQueries } from '../../../operator-options/ha-place.ts'
import type { Query } from '../../../query/query.ts'
import { unanswered } from '../../../query/unanswered.ts'
import { zooKeeperFact } from '../../../query/zookeeper-query.ts'
import { isJobIdOf } from '../../../resource/mint-id.ts'
import type { ReadyCluster, Round } from '../round.ts'

/** Is a job that a ready JobManager does not list gone for good? */
export type Absence =
  | { readonly _tag: 'Look'; readonly queries: readonly Query[] }
  /** It may come back, or it was missed for a moment only. */
  | { readonly _tag: 'Perhaps'; readonly why: string }
  | { readonly _tag: 'Gone' }

/** Does HA metadata hold the job, where the operator can look, so that a JobManager brings it back? */
export type HeldByHa = { readonly _tag: 'Look'; readonly queries: readonly Query[] } | { readonly _tag: 'Unseen' | 'Held' | 'NotHeld' }

/** `jobId` null: the status has lost it, and any that was minted for this resource may be it. */
export const heldByHa = (round: Round, { deployed }: ReadyCluster, jobId: string | null): HeldByHa => {
  const { desired: { meta }, observed: { facts } } = round
  const isIt = (id: string): boolean => (jobId === null ? isJobIdOf(meta.uid, id) : id === jobId)
  const place = haPlaceOfSession(round, deployed)
  switch (place._tag) {
    case 'Nowhere':
    case 'OutOfSight':
      return { _tag: 'NotHeld' }
    case 'Kubernetes':
      return heldInKubernetes(round, deployed, isIt)
    case 'ZooKeeper': {
      const queries = unanswered(facts, zooKeeperQueries(place))
      if (queries.length > 0) return { _tag: 'Look', queries }
      const fact = zooKeeperFact(facts, place.place)
      if (fact === undefined || fact._tag === 'Unknown') return { _tag: 'Unseen' }
      const kept = fact._tag === 'Absent' ? [] : [...fact.value.plans, ...fact.value.jobs]
      return { _tag: kept.some(it => isIt(it.jobId)) ? 'Held' : 'NotHeld' }
    }
  }
}

const heldInKubernetes = (
  { observed: { facts } }: Pick<Round, 'observed'>,
  { of }: ReadyCluster['deployed'],
  isIt: (jobId: string) => boolean,
): HeldByHa => {
  const queries = unanswered(facts, [clusterQueries(of).configMaps])
  if (queries.length > 0) return { _tag: 'Look', queries }
  if (facts.configMaps?._tag !== 'Known') return { _tag: 'Unseen' }
  const isHeld = facts.configMaps.value.some(configMap => {
    const it = haConfigMap(of.meta.name, configMap)
    return it?._tag === 'Job' ? isIt(it.jobId) : it?.jobIds.some(isIt) ?? false
  })
  return { _tag: isHeld ? 'Held' : 'NotHeld' }
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

export const broughtBack = 'the JobManager to bring the job back from its HA metadata'

/**
 * A JobManager that was restarted answers with an empty list before it has recovered its jobs (P14): where it is highly available, a job is
 * gone only once nothing of it is in HA metadata; where that can't be read, once it is missed for good.
 */
export const absenceOf = (round: Round, cluster: ReadyCluster, jobId: string | null): Absence => {
  const { observed: { status }, env } = round
  const { jobMissedSince } = status.operatorRecord
  if (jobMissedSince === null || env.now - jobMissedSince < absenceMillis) return { _tag: 'Perhaps', why: 'the JobManager to list the job' }
  switch (haPlaceOfSession(round, cluster.deployed)._tag) {
    case 'Nowhere':
      return { _tag: 'Gone' }
    case 'Kubernetes':
    case 'ZooKeeper': {
      const held = heldByHa(round, cluster, jobId)
      return held._tag === 'Look' ? held
        : held._tag === 'Unseen' ? { _tag: 'Perhaps', why: 'to see the HA metadata of the cluster' }
        : held._tag === 'Held' ? { _tag: 'Perhaps', why: broughtBack } : { _tag: 'Gone' }
    }
    case 'OutOfSight':
      return isMissedForGood(status, env.now) ? { _tag: 'Gone' } : { _tag: 'Perhaps', why: 'the JobManager to bring the job back' }
  }
}
