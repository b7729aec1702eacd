import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ConfiguredCluster } from '../cluster/configured-spec.ts'
import { type Before, jobsAtStake, type Stake, stakeQuestion } from './jobs-at-stake.ts'
import type { Jobs } from './new-session-operation.ts'
import type { SessionRound } from './session-cluster-round.ts'
import type { SessionSituation } from './session-cluster-situation.ts'
import { blocked, needsFacts } from '../round/waiting-situation.ts'
import { lateProblem, stakeProblem, underWayWords } from './stake-words.ts'

interface Change {
  /** What takes the JobManager away, as the beginning of a sentence. */
  readonly what: string
  readonly before: Before
  readonly after: ConfiguredCluster
}

/** Nothing is begun that would cost jobs their state (E-1); else the situation, with what was seen of the jobs. */
export const unlessAtStake = (
  round: SessionRound,
  row: string,
  { what, before, after }: Change,
  due: (jobs: Jobs & { readonly row: string }) => SessionSituation,
): SessionSituation =>
  pipe(
    jobsAtStake(round, before, after),
    E.match(
      queries => needsFacts(`${row} ${stakeQuestion.row}`, queries, stakeQuestion.reason),
      stake => byStake(round, row, what, stake, due),
    ),
  )

const byStake = (
  round: SessionRound,
  row: string,
  what: string,
  stake: Stake,
  due: (jobs: Jobs & { readonly row: string }) => SessionSituation,
): SessionSituation => {
  switch (stake._tag) {
    case 'Nothing':
      return due({ row: stake.row, jobs: stake.row === 'J1' ? 'Kept' : 'Gone', reason: stake.reason })
    case 'Unknown':
      return blocked(`${row} ${stake.row}`, stake.waitingFor, null)
    case 'Jobs':
      return blocked(`${row} ${stake.row}`, 'a person: jobs of the cluster would lose their state', stakeProblem(what, stake.jobs))
    case 'UnderWay':
      return blocked(`${row} ${stake.row}`, underWayWords(stake.jobs), lateProblem(what, stake.jobs, round.env.now))
  }
}
