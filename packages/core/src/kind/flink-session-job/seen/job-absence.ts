import { absenceMillis, isMissedForGood } from '../../../job/seen/observe-job.ts'
import { orLook } from '../../../query/ask.ts'
import type { Query } from '../../../query/query.ts'
import { isJobIdOf } from '../../../resource/mint-id.ts'
import type { ReadyCluster, Round } from '../session-job-round.ts'
import { type HaEntries, haEntries, type HaEntry } from './ha-entries.ts'

/** Is a job that a ready JobManager does not list gone for good? */
export type Absence =
  | { readonly _tag: 'Look'; readonly queries: readonly Query[] }
  /** It may come back, or it was missed for a moment only. */
  | { readonly _tag: 'Perhaps'; readonly why: string }
  | { readonly _tag: 'Gone' }

/** Does HA metadata hold the job, where the operator can look, so that a JobManager brings it back? */
export type HeldByHa =
  | { readonly _tag: 'Look'; readonly queries: readonly Query[] }
  | { readonly _tag: 'Held'; readonly entries: readonly HaEntry[] }
  | { readonly _tag: 'Unseen' | 'OutOfSight' | 'NotHeld' }

const asLook = (queries: readonly Query[]) => ({ _tag: 'Look', queries }) as const

/** What HA metadata holds as this round shows it, or the looks that it lacks. */
export const heldEntries = (round: Round, cluster: ReadyCluster): HaEntries | ReturnType<typeof asLook> =>
  orLook(asLook)(haEntries(round, cluster)(round.observed.facts))

/** `jobId` null: the status has lost it, and any that was minted for this resource may be it. */
export const heldByHa = (round: Round, cluster: ReadyCluster, jobId: string | null): HeldByHa => {
  const { desired: { meta } } = round
  const held = heldEntries(round, cluster)
  if (held._tag !== 'Seen') return held
  const entries = [...held.plans ?? [], ...held.jobs].filter(it => jobId === null ? isJobIdOf(meta.uid, it.jobId) : it.jobId === jobId)
  return entries.length === 0 ? { _tag: 'NotHeld' } : { _tag: 'Held', entries }
}

export const broughtBack = 'the JobManager to bring the job back from its HA metadata'
export const toBeSeen = 'to see the HA metadata of the cluster'

/**
 * A JobManager that was restarted answers with an empty list before it has recovered its jobs (P14): where it is highly available, a job is
 * gone only once nothing of it is in HA metadata; where that can't be read, once it is missed for good.
 */
export const absenceOf = (round: Round, cluster: ReadyCluster, jobId: string | null): Absence => {
  const { observed: { status }, env } = round
  const { jobMissedSince } = status.operatorRecord
  if (jobMissedSince === null || env.now - jobMissedSince < absenceMillis) return { _tag: 'Perhaps', why: 'the JobManager to list the job' }
  const held = heldByHa(round, cluster, jobId)
  switch (held._tag) {
    case 'Look':
      return held
    case 'Unseen':
      return { _tag: 'Perhaps', why: toBeSeen }
    case 'Held':
      return { _tag: 'Perhaps', why: broughtBack }
    case 'NotHeld':
      return { _tag: 'Gone' }
    case 'OutOfSight':
      return isMissedForGood(status, env.now) ? { _tag: 'Gone' } : { _tag: 'Perhaps', why: 'the JobManager to bring the job back' }
  }
}
