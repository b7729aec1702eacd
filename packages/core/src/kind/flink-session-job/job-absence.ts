import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { haConfigMap } from '../../cluster/high-availability/ha-config-map.ts'
import { absenceMillis, isMissedForGood } from '../../job/seen/observe-job.ts'
import type { Query } from '../../query/query.ts'
import { unanswered } from '../../query/unanswered.ts'
import { isJobIdOf } from '../../resource/mint-id.ts'
import type { ReadyCluster, Round } from './round.ts'

/** Is a job that a ready JobManager does not list gone for good? */
export type Absence =
  | { readonly _tag: 'Look'; readonly queries: readonly Query[] }
  /** It may come back, or it was missed for a moment only. */
  | { readonly _tag: 'Perhaps'; readonly why: string }
  | { readonly _tag: 'Gone' }

/** Does HA metadata in Kubernetes hold the job, so that a JobManager brings it back? */
export type HeldByHa = { readonly _tag: 'Look'; readonly queries: readonly Query[] } | { readonly _tag: 'Unseen' | 'Held' | 'NotHeld' }

/** `jobId` null: the status has lost it, and any that was minted for this resource may be it. */
export const heldByHa = (
  { desired: { meta }, observed: { facts } }: Round,
  { deployed: { of, highAvailability } }: ReadyCluster,
  jobId: string | null,
): HeldByHa => {
  if (highAvailability !== 'kubernetes') return { _tag: 'NotHeld' }
  const queries = unanswered(facts, [clusterQueries(of).configMaps])
  if (queries.length > 0) return { _tag: 'Look', queries }
  if (facts.configMaps?._tag !== 'Known') return { _tag: 'Unseen' }
  const isIt = (id: string): boolean => (jobId === null ? isJobIdOf(meta.uid, id) : id === jobId)
  const isHeld = facts.configMaps.value.some(configMap => {
    const it = haConfigMap(of.meta.name, configMap)
    return it?._tag === 'Job' ? isIt(it.jobId) : it?.jobIds.some(isIt) ?? false
  })
  return { _tag: isHeld ? 'Held' : 'NotHeld' }
}

export const broughtBack = 'the JobManager to bring the job back from its HA metadata'

/**
 * A JobManager that was restarted answers with an empty list before it has recovered its jobs (P14): where it is highly available, a job is
 * gone only once nothing of it is in HA metadata; where that can't be read, once it is missed for good.
 */
export const absenceOf = (round: Round, cluster: ReadyCluster, jobId: string | null): Absence => {
  const { observed: { status }, env } = round
  const { highAvailability } = cluster.deployed
  const { jobMissedSince } = status.operatorRecord
  if (jobMissedSince === null || env.now - jobMissedSince < absenceMillis) return { _tag: 'Perhaps', why: 'the JobManager to list the job' }
  switch (highAvailability) {
    case 'none':
      return { _tag: 'Gone' }
    case 'kubernetes': {
      const held = heldByHa(round, cluster, jobId)
      return held._tag === 'Look' ? held
        : held._tag === 'Unseen' ? { _tag: 'Perhaps', why: 'to see the HA metadata of the cluster' }
        : held._tag === 'Held' ? { _tag: 'Perhaps', why: broughtBack } : { _tag: 'Gone' }
    }
    default:
      return isMissedForGood(status, env.now) ? { _tag: 'Gone' } : { _tag: 'Perhaps', why: 'the JobManager to bring the job back' }
  }
}
