import type { JobFacts } from '../../../contract/fact/cluster-facts.ts'
import type { FlinkSessionJobStatus } from '../../../contract/resource/flink-session-job.ts'
import { isTerminal } from '../../../contract/resource/job-status.ts'
import { isDefinite, stateOfRunningJob } from '../../../contract/resource/last-state.ts'
import { attemptOfJob, isOfEarlierAttempt, type JobOwner, isJobIdOf } from '../../../contract/resource/mint-id.ts'
import { withJob, withRecord } from '../../../contract/round/status-change.ts'
import * as E from 'fp-ts/lib/Either.js'
import { cluster } from '../../../contract/round/unblocked-by.ts'
import { absenceMillis, isMissedForGood } from '../../../job/observe/observe-job.ts'
import type { Asked } from '../../../contract/query/ask.ts'
import type { ReadyCluster, Round } from '../session-job-round.ts'
import { type HaEntries, haEntries, type HaEntry } from './ha-entries.ts'

/**
 * Names the newest run of the resource that Flink lists as ended, if the status names an earlier one that is not alive and no last state,
 * or records the job as never started: another writer put back `jobStatus` or the record, and what they say is older (P01, P25). A later
 * run that is alive is another case (`orphan-job.ts`).
 */
export const withNewestJob = (
  owner: JobOwner,
  status: FlinkSessionJobStatus,
  { jobs }: Pick<JobFacts, 'jobs'>,
): FlinkSessionJobStatus => {
  const { jobStatus: { jobId: recorded }, operatorRecord: { lastState } } = status
  const isNeverStarted = lastState._tag === 'NeverStarted'
  if (jobs?._tag !== 'Known' || (isNeverStarted ? status.operation !== null : recorded === null || isDefinite(lastState))) return status
  const isAlive = jobs.value.some(({ jobId, state }) => jobId === recorded && !isTerminal(state))
  const later = jobs.value.filter(({ jobId }) =>
    isNeverStarted ? attemptOfJob(owner, jobId) !== null : isOfEarlierAttempt(owner, recorded ?? '', jobId)
  )
  const newest = later.find(({ jobId }) => later.every(other => other.jobId === jobId || isOfEarlierAttempt(owner, other.jobId, jobId)))
  if (newest === undefined || isAlive || later.some(({ state }) => !isTerminal(state))) return status
  return withRecord(withJob(status, { jobId: newest.jobId, state: 'RECONCILING', startTime: null }), {
    terminalSince: null,
    jobMissedSince: null,
    runningSince: null,
    ...(isNeverStarted ? { lastState: stateOfRunningJob } : {}),
  })
}

/** Is a job that a ready JobManager does not list gone for good? */
export type Absence =
  /** The job may come back, or it has been missing only for a moment. */
  | { readonly _tag: 'Perhaps'; readonly why: string }
  | { readonly _tag: 'Gone' }

/** Does readable HA metadata hold the job, so that a JobManager recovers it? */
export type HeldByHa =
  | { readonly _tag: 'Held'; readonly entries: readonly HaEntry[] }
  | { readonly _tag: 'Unseen' | 'Unobservable' | 'NotHeld' }

/** Does HA metadata hold this job? `jobId` null: the status has lost the id, so every id generated for this resource counts. */
export const heldByHa = (round: Round, cluster: ReadyCluster, jobId: string | null): Asked<HeldByHa> =>
  E.map((held: HaEntries) => heldIn(held, round, jobId))(haEntries(round, cluster)(round.observed.facts))

const heldIn = (held: HaEntries, { desired: { meta } }: Pick<Round, 'desired'>, jobId: string | null): HeldByHa => {
  if (held._tag !== 'Seen') return held
  const entries = [...held.plans ?? [], ...held.jobs].filter(it => jobId === null ? isJobIdOf(meta.uid, it.jobId) : it.jobId === jobId)
  return entries.length === 0 ? { _tag: 'NotHeld' } : { _tag: 'Held', entries }
}

export const broughtBack = 'the JobManager to recover the job from its HA metadata'
/** What ends the wait for `broughtBack`. */
export const haRecovers = cluster(
  'the JobManager recovers the job from high-availability metadata; a job that has ended does not come back: then delete the entry that status.error names',
)
export const toBeSeen = 'the HA metadata of the cluster to become readable'

/**
 * Is a job that Flink does not list gone for good? A restarted JobManager returns an empty list before it has recovered its jobs (P14).
 * With high availability, a job is gone only once HA metadata holds nothing of it. If the metadata is unobservable, the job is gone once it
 * has been missing for long enough.
 */
export const absenceOf = (round: Round, cluster: ReadyCluster, jobId: string | null): Asked<Absence> => {
  const { observed: { status }, env } = round
  const { jobMissedSince } = status.operatorRecord
  if (jobMissedSince === null || env.now - jobMissedSince < absenceMillis)
    return E.right({ _tag: 'Perhaps', why: 'the JobManager to list the job' })
  return E.map((held: HeldByHa) => absenceBy(held, isMissedForGood(status, env.now)))(heldByHa(round, cluster, jobId))
}

const absenceBy = (held: HeldByHa, isMissedLong: boolean): Absence => {
  switch (held._tag) {
    case 'Unseen':
      return { _tag: 'Perhaps', why: toBeSeen }
    case 'Held':
      return { _tag: 'Perhaps', why: broughtBack }
    case 'NotHeld':
      return { _tag: 'Gone' }
    case 'Unobservable':
      return isMissedLong ? { _tag: 'Gone' } : { _tag: 'Perhaps', why: 'the JobManager to recover the job' }
  }
}
