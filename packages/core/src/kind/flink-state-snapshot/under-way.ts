import type { Query } from '../../query/query.ts'
import { unanswered } from '../../query/unanswered.ts'
import { outcomeQueries, targetQueries } from './queries.ts'
import type { SnapshotRound } from './round.ts'
import type { Situation } from './situation.ts'
import type { TargetJob } from './target-job.ts'

type Running = Extract<TargetJob, { _tag: 'Running' }>

/** A look, as a situation. */
export const needs = (row: string, queries: readonly Query[], reason: string): Situation => ({ _tag: 'NeedsFacts', row, queries, reason })

/** The attempt that is under way: also of a resource that is being deleted. */
export const underWay = (round: SnapshotRound): Situation => {
  const { desired, observed: { status, job, outcome, facts } } = round
  if (status.triggerId === null)
    return { _tag: 'Waiting', row: 'N4', reason: "it is under way by another operator's word, without an id to ask for" }
  if (job._tag === 'NotLookedAt') return needs('N4', unanswered(facts, targetQueries(desired, facts)), 'the job of the snapshot')
  if (job._tag !== 'Running' || outcome === null)
    return { _tag: 'Waiting', row: 'N4', reason: job._tag === 'Unseen' || job._tag === 'Unsettled' ? job.reason : 'its job' }
  const missing = unanswered(facts, outcomeQueries(round, job))
  if (missing.length > 0) return needs('N4', missing, `what became of ${desired.kind} ${status.triggerId}?`)
  const isRunning = facts.jobs?._tag === 'Known' && facts.jobs.value.some(it => it.jobId === job.jobId && it.state === 'RUNNING')
  if (outcome._tag === 'Unsent' && isRunning && desired.meta.deletionTimestamp === null)
    return {
      _tag: 'SendAgain',
      row: 'N4',
      job,
      directory: directoryOf(round, job),
      reason: `the JobManager does not know the ${desired.kind} yet: the same id is sent again`,
    }
  return { _tag: 'UnderWay', row: 'N4', reason: `${desired.kind} ${status.triggerId}` }
}

/** Where a savepoint goes; null: nobody says (section 3.4/3). */
export const directoryOf = ({ desired: { spec } }: SnapshotRound, { options }: Running): string | null =>
  [spec.savepoint?.path, options.savepointDirectory].find(it => it != null && it.trim() !== '') ?? null
