import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { asked, orLook, onceSeen } from '../../contract/query/ask.ts'
import type { Query } from '../../contract/query/query.ts'
import { cluster, person } from '../../contract/round/unblocked-by.ts'
import { outcomeQueries, targetQueries, type SnapshotRound, type Situation } from './state-snapshot-round.ts'
import type { TargetJob } from './target-job.ts'

type Running = Extract<TargetJob, { _tag: 'Running' }>

/** The situation in which the operator has to run queries first. */
export const needs = (row: string, reason: string) => (queries: readonly Query[]): Situation => ({
  _tag: 'NeedsFacts',
  row,
  queries,
  reason,
})

/** Row state-snapshot/in-progress: the situation of the attempt in progress, also while the resource is being deleted. */
export const underWay = (round: SnapshotRound): Situation => {
  const { desired, observed: { status, job, outcome, facts } } = round
  if (status.triggerId === null)
    return {
      _tag: 'Waiting',
      row: 'state-snapshot/in-progress',
      reason: 'another operator recorded the snapshot as IN_PROGRESS, without a trigger id to query',
      unblockedBy: person(
        'delete this FlinkStateSnapshot and create another one, or wait: its trigger id is unknown, and the attempt fails in time',
      ),
    }
  const waiting: Situation = {
    _tag: 'Waiting',
    row: 'state-snapshot/in-progress',
    reason: job._tag === 'Unseen' || job._tag === 'Unsettled' ? job.reason : 'the state of the job',
    unblockedBy: cluster(
      'the operator can observe the job and its resource again; an outcome that does not become known in time counts as a failed attempt',
    ),
  }
  if (job._tag === 'NotLookedAt') return targetFirst(round, 'state-snapshot/in-progress', () => waiting)
  if (job._tag !== 'Running' || outcome === null) return waiting
  return onceSeen(
    facts,
    outcomeQueries(round, job),
    needs('state-snapshot/in-progress', `the outcome of ${desired.kind} ${status.triggerId}`),
    () => byOutcome(round, job),
  )
}

/** Queries the resource of the job before the operator decides anything about the snapshot. */
export const targetFirst = ({ desired, observed: { facts } }: SnapshotRound, row: string, then: () => Situation): Situation =>
  pipe(facts, asked(targetQueries(desired, facts)), E.map(then), orLook(needs(row, 'the resource of the job')))

const byOutcome = (round: SnapshotRound, job: Running): Situation => {
  const { desired, observed: { status: { triggerId }, outcome, facts } } = round
  const isRunning = facts.jobs?._tag === 'Known' && facts.jobs.value.some(it => it.jobId === job.jobId && it.state === 'RUNNING')
  if (outcome?._tag === 'Unsent' && isRunning && desired.meta.deletionTimestamp === null)
    return {
      _tag: 'SendAgain',
      row: 'state-snapshot/in-progress',
      job,
      directory: directoryOf(round, job),
      reason: `the JobManager does not know the ${desired.kind} yet: the operator sends the same id again`,
    }
  return { _tag: 'UnderWay', row: 'state-snapshot/in-progress', reason: `${desired.kind} ${triggerId ?? ''}` }
}

/** Target directory of a savepoint, from the snapshot or from the options of the job; null: neither sets one (section 3.4/3). */
export const directoryOf = ({ desired: { spec } }: SnapshotRound, { options }: Running): string | null =>
  [spec.savepoint?.path, options.savepointDirectory].find(it => it != null && it.trim() !== '') ?? null
