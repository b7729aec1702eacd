import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { cluster, person } from '../../../contract/round/unblocked-by.ts'
import type { ConfiguredCluster } from '../../../spec/configured-spec.ts'
import { type Before, affectedJobs, type AffectedJobs, affectedJobsQuestion } from './jobs-at-stake.ts'
import type { Jobs } from './begin-session-deploy.ts'
import type { SessionRound } from './session-cluster-round.ts'
import type { SessionSituation } from './session-cluster-situation.ts'
import { blocked, needsFacts } from '../../../contract/round/waiting-situation.ts'
import { affectedJobsProblem, endIt, ifNoneIsKept, lateProblem, letGo, underWayWords, unlistedJobsProblem } from './stake-words.ts'

interface Change {
  /** The change that replaces the JobManager, as the subject of a sentence. */
  readonly what: string
  readonly before: Before
  readonly after: ConfiguredCluster
}

/**
 * Returns a blocked situation if the change would cost jobs their state (E-1); else the situation of `due`, with what the round knows about
 * the jobs.
 */
export const unlessJobsAffected = (
  round: SessionRound,
  row: string,
  { what, before, after }: Change,
  due: (jobs: Jobs & { readonly row: string }) => SessionSituation,
): SessionSituation =>
  pipe(
    affectedJobs(round, before, after),
    E.match(
      queries => needsFacts(`${row}, ${affectedJobsQuestion.row}`, queries, affectedJobsQuestion.reason),
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
      return due({ row: affected.row, jobs: affected.row === 'affected-jobs/kept-by-ha' ? 'Kept' : 'Gone', reason: affected.reason })
    case 'Unknown':
      return blocked(`${row}, ${affected.row}`, affected.waitingFor, cluster('Kubernetes and Flink report which jobs exist'))
    case 'Jobs':
      return blocked(
        `${row}, ${affected.row}`,
        'a user: jobs of the cluster would lose their state',
        person(letGo(affected.row)),
        affectedJobsProblem(what, affected.row, affected.jobs),
      )
    case 'Unlisted':
      return blocked(
        `${row}, ${affected.row}`,
        'a user: jobs of the cluster would lose their state',
        person(ifNoneIsKept),
        unlistedJobsProblem(what),
      )
    case 'UnderWay':
      return blocked(
        `${row}, ${affected.row}`,
        underWayWords(affected.jobs),
        cluster(`the named session jobs finish their work, usually within seconds. If one does not: ${endIt}`),
        lateProblem(what, affected.jobs, round.env.now),
      )
  }
}
