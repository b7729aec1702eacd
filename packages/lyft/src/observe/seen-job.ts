import type { JobOverview } from '@flink-operator/core/fact'
import { absenceMillis, slowStartMillis } from '@flink-operator/core/job'
import { isTerminal } from '@flink-operator/core/resource'
import { isHighlyAvailable } from '../objects/flink-properties.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterHashes, clusterOf, isClusterGone, jobsAt, placeOf } from './clusters.ts'

/** The observed state of one job, by its id in its cluster. Only Ended and Gone prove that it does not run. */
export type SeenJob =
  | { readonly _tag: 'Alive'; readonly job: JobOverview }
  /** Flink is cancelling it. */
  | { readonly _tag: 'Ending'; readonly job: JobOverview }
  | { readonly _tag: 'Ended'; readonly job: JobOverview }
  /** Its cluster no longer exists, or its JobManager provably no longer has it. */
  | { readonly _tag: 'Gone' }
  /** The JobManager answers but does not list it; the JobManager may still recover it (P14). */
  | { readonly _tag: 'Missed' }
  | { readonly _tag: 'Unseen'; readonly message: string }

export const isOver = ({ _tag }: SeenJob): boolean => _tag === 'Ended' || _tag === 'Gone'
export const isAlive = ({ state }: JobOverview): boolean => !isTerminal(state)

const words = (fact: ReturnType<typeof jobsAt>): string => (fact?._tag === 'Unknown' ? fact.message : 'it was not queried')

/**
 * True if a JobManager of that cluster may recover a job. An edit may have turned high availability off, while the running cluster keeps
 * the setting that it was deployed with. An unknown setting counts as on (A04).
 */
export const mayComeBack = ({ desired: { spec, liveHash }, observed: { status } }: ApplicationRound, hash: string): boolean => {
  const { deployed, beside } = status.operatorRecord
  const recorded = [deployed, beside].find(it => it?.hash === hash)?.highlyAvailable ?? null
  const isOther = hash === status.deployHash && hash !== liveHash
  return isHighlyAvailable(spec) || (recorded ?? isOther)
}

/**
 * The observed state of a job. A job that the JobManager has not listed for long enough counts as gone: some seconds without high
 * availability, or with it twice the time that a start takes. `jobMissedSince` belongs to one job; `isMissedOne` says whether it is this
 * one.
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

/** A job of the application that is or may be alive in a cluster. `job` null: the cluster runs, but its jobs are unobservable. */
export interface Beside {
  readonly hash: string
  readonly job: JobOverview | null
}

/**
 * Jobs that may run in the clusters of the application, other than the named ones. A name counts only in its own cluster: a record with the
 * right job in the wrong cluster does not name the running job (A03). A cluster runs no job if its JobManager is unavailable and no
 * recorded job was submitted to it.
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
