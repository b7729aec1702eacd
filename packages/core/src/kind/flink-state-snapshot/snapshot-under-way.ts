import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { asked, orLook } from '../../query/ask.ts'
import type { Query } from '../../query/query.ts'
import { outcomeQueries, targetQueries } from './state-snapshot-queries.ts'
import type { SnapshotRound } from './state-snapshot-round.ts'
import type { Situation } from './state-snapshot-situation.ts'
import type { TargetJob } from './target-job.ts'

type Running = Extract<TargetJob, { _tag: 'Running' }>

/** A look, as a situation. */
export const needs = (row: string, reason: string) => (queries: readonly Query[]): Situation => ({
  _tag: 'NeedsFacts',
  row,
  queries,
  reason,
})

/** The attempt that is under way: also of a resource that is being deleted. */
export const underWay = (round: SnapshotRound): Situation => {
  const { desired, observed: { status, job, outcome, facts } } = round
  if (status.triggerId === null)
    return { _tag: 'Waiting', row: 'N4', reason: "it is under way by another operator's word, without an id to ask for" }
  const waiting: Situation = {
    _tag: 'Waiting',
    row: 'N4',
    reason: job._tag === 'Unseen' || job._tag === 'Unsettled' ? job.reason : 'its job',
  }
  if (job._tag === 'NotLookedAt') return targetFirst(round, 'N4', () => waiting)
  if (job._tag !== 'Running' || outcome === null) return waiting
  return pipe(
    facts,
    asked(outcomeQueries(round, job)),
    E.map(() => byOutcome(round, job)),
    orLook(needs('N4', `what became of ${desired.kind} ${status.triggerId}?`)),
  )
}

/** The job's resource is looked at before anything is said of the snapshot. */
export const targetFirst = ({ desired, observed: { facts } }: SnapshotRound, row: string, then: () => Situation): Situation =>
  pipe(facts, asked(targetQueries(desired, facts)), E.map(then), orLook(needs(row, 'the job of the snapshot')))

const byOutcome = (round: SnapshotRound, job: Running): Situation => {
  const { desired, observed: { status: { triggerId }, outcome, facts } } = round
  const isRunning = facts.jobs?._tag === 'Known' && facts.jobs.value.some(it => it.jobId === job.jobId && it.state === 'RUNNING')
  if (outcome?._tag === 'Unsent' && isRunning && desired.meta.deletionTimestamp === null)
    return {
      _tag: 'SendAgain',
      row: 'N4',
      job,
      directory: directoryOf(round, job),
      reason: `the JobManager does not know the ${desired.kind} yet: the same id is sent again`,
    }
  return { _tag: 'UnderWay', row: 'N4', reason: `${desired.kind} ${triggerId ?? ''}` }
}

/** Where a savepoint goes; null: nobody says (section 3.4/3). */
export const directoryOf = ({ desired: { spec } }: SnapshotRound, { options }: Running): string | null =>
  [spec.savepoint?.path, options.savepointDirectory].find(it => it != null && it.trim() !== '') ?? null
