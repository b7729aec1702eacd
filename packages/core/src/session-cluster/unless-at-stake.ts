import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ConfiguredCluster } from '../cluster/configured-spec.ts'
import { type Before, affectedJobs, type AffectedJobs, affectedJobsQuestion } from './jobs-at-stake.ts'
import type { Jobs } from './new-session-operation.ts'
import type { SessionRound } from './session-cluster-round.ts'
import type { SessionSituation } from './session-cluster-situation.ts'
import { blocked, needsFacts } from '../round/waiting-situation.ts'
import { lateProblem, affectedJobsProblem, underWayWords } from './stake-words.ts'

interface Change {
  /** What takes the JobManager away, as the beginning of a sentence. */
  readonly what: string
  readonly before: Before
  readonly after: ConfiguredCluster
}

/** Nothing is begun that would cost jobs their state (E-1); else the situation, with what was seen of the jobs. */
export const unlessJobsAffected = (
  round: SessionRound,
  row: string,
  { what, before, after }: Change,
  due: (jobs: Jobs & { readonly row: string }) => SessionSituation,
): SessionSituation =>
  pipe(
    affectedJobs(round, before, after),
    E.match(
      queries => needsFacts(`${row} ${affectedJobsQuestion.row}`, queries, affectedJobsQuestion.reason),
      affected => byAffected(round, row, what, affected, due),
    ),
  )

const byAffected = (
  round: SessionRound,
  row: string,
  what: string,
  affected: AffectedJobs,
  due: (jobs: Jobs & { readonly row: string }) => SessionSituation,
): SessionSituation => {
  switch (affected._tag) {
    case 'Nothing':
      return due({ row: affected.row, jobs: affected.row === 'J1' ? 'Kept' : 'Gone', reason: affected.reason })
    case 'Unknown':
      return blocked(`${row} ${affected.row}`, affected.waitingFor, null)
    case 'Jobs':
      return blocked(
        `${row} ${affected.row}`,
        'a person: jobs of the cluster would lose their state',
        affectedJobsProblem(what, affected.jobs),
      )
    case 'UnderWay':
      return blocked(`${row} ${affected.row}`, underWayWords(affected.jobs), lateProblem(what, affected.jobs, round.env.now))
  }
}
