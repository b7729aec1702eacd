import { absenceMillis, slowStartMillis } from '../../../job/seen/observe-job.ts'
import type { JobOverview } from '../../../fact/flink-rest.ts'
import { isTerminal } from '../../../resource/job-state.ts'
import { isHighlyAvailable } from '../objects/high-availability.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterHashes, clusterOf, isClusterGone, jobsAt, placeOf } from './clusters.ts'

/** What is known of one job, by its id in its cluster. Only Ended and Gone say that it does not run. */
export type SeenJob =
  | { readonly _tag: 'Alive'; readonly job: JobOverview }
  /** It is being cancelled. */
  | { readonly _tag: 'Ending'; readonly job: JobOverview }
  | { readonly _tag: 'Ended'; readonly job: JobOverview }
  /** Its cluster is not there any more, or its JobManager surely does not have it. */
  | { readonly _tag: 'Gone' }
  /** A JobManager that answers does not list it; it may bring it back (P14). */
  | { readonly _tag: 'Missed' }
  | { readonly _tag: 'Unseen'; readonly message: string }

export const isOver = ({ _tag }: SeenJob): boolean => _tag === 'Ended' || _tag === 'Gone'
export const isAlive = ({ state }: JobOverview): boolean => !isTerminal(state)

const words = (fact: ReturnType<typeof jobsAt>): string => (fact?._tag === 'Unknown' ? fact.message : 'it was not seen')

/**
 * May a JobManager of that cluster bring a job back? An edit may have turned high availability off: what runs has it as it was deployed
 * with, which the spec does not say any more. What is not known counts as if it had it (A04).
 */
const mayComeBack = ({ desired: { spec, liveHash }, observed: { status } }: ApplicationRound, hash: string): boolean => {
  const { deployed, beside } = status.operatorRecord
  const recorded = [deployed, beside].find(it => it?.hash === hash)?.highlyAvailable ?? null
  const isOther = hash === status.deployHash && hash !== liveHash
  return isHighlyAvailable(spec) || (recorded ?? isOther)
}

/**
 * The job of that id. One that is missed for so long that no JobManager brings it back is gone: some seconds without high availability, and
 * with it twice as long as a start takes. `jobMissedSince` is of one job: the caller says whether it is this one.
 */
export const seenJob = (round: ApplicationRound, hash: string, jobId: string, isMissedOne = true): SeenJob => {
  const { observed: { status }, env } = round
  if (isClusterGone(round, hash)) return { _tag: 'Gone' }
  const fact = jobsAt(round, hash)
  if (fact?._tag !== 'Known') return { _tag: 'Unseen', message: `Flink's jobs of cluster ${hash}: ${words(fact)}` }
  const job = fact.value.find(it => it.jobId === jobId)
  if (job !== undefined) return isAlive(job) ? { _tag: job.state === 'CANCELLING' ? 'Ending' : 'Alive', job } : { _tag: 'Ended', job }
  const { jobMissedSince } = status.operatorRecord
  const since = isMissedOne && jobMissedSince !== null ? Math.max(jobMissedSince, env.steadySince ?? jobMissedSince) : null
  return since !== null && env.now - since >= (mayComeBack(round, hash) ? 2 * slowStartMillis : absenceMillis) ? { _tag: 'Gone' }
    : { _tag: 'Missed' }
}

/** A job of the application that is alive, or may be, in a cluster. `job` null: the cluster runs, and does not tell its jobs. */
export interface Beside {
  readonly hash: string
  readonly job: JobOverview | null
}

/**
 * What may run in the clusters of the application beside the jobs that are named, each in its own cluster: a record that names the right
 * job in the wrong cluster does not name the job that runs (A03). A cluster whose JobManager is not available, and to which nothing that is
 * recorded was submitted, runs nothing.
 */
export const jobsBeside = (
  round: ApplicationRound,
  names: readonly { readonly hash: string; readonly jobId: string }[],
  recorded: readonly string[],
): readonly Beside[] =>
  clusterHashes(round).flatMap((hash): readonly Beside[] => {
    const fact = jobsAt(round, hash)
    if (fact?._tag === 'Known')
      return fact.value.filter(job => isAlive(job) && !names.some(it => it.jobId === job.jobId && placeOf(round, it.hash) === hash))
        .map(job => ({ hash, job }))
    const isUp = (clusterOf(round, hash)?.jobManager?.availableReplicas ?? 0) > 0
    return isUp || recorded.map(it => placeOf(round, it)).includes(hash) ? [{ hash, job: null }] : []
  })
