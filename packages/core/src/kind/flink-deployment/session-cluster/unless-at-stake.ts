import { upgradeProblem } from '../../../job/report/job-problem.ts'
import type { EpochMillis } from '../../../contract/resource/time.ts'
import type { Problem } from '../../../contract/round/decision.ts'
import type { UnderWay } from './jobs-under-way.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { cluster, person } from '../../../contract/round/unblocked-by.ts'
import type { ConfiguredCluster } from '../../../spec/configured-spec.ts'
import { type Before, affectedJobs, type AffectedJobs, affectedJobsQuestion } from './jobs-at-stake.ts'
import type { Jobs } from './session-deploy-hooks.ts'
import type { SessionRound } from './session-cluster-round.ts'
import type { SessionSituation } from './session-cluster-situation.ts'
import { blocked, needsFacts } from '../../../contract/round/waiting-situation.ts'

const orLoseThem =
  'or turn on high availability; or, if their state may be lost, set kubernetes.operator.session.upgrade.block-on-stateful-jobs: false'

/** What a user can do to allow the restart of a session cluster whose jobs would be lost, by the row that names them. */
export const letGo = (row: string): string =>
  row === 'affected-jobs/unmanaged' ? `Stop these jobs first (flink stop keeps their state in a savepoint), or cancel them; ${orLoseThem}`
    : `Suspend or delete these session jobs first (a suspended one keeps its savepoint); ${orLoseThem}`

/** What an edit waits for if the JobManager does not report which jobs it has. */
export const untilItAnswers =
  'An edit waits for it, because only the JobManager knows which jobs would lose their state. Repair the JobManager, or delete its pod if its jobs have no state to lose; or, if their state may be lost, set kubernetes.operator.session.upgrade.block-on-stateful-jobs: false'

/** What a user can do if jobs may be kept in an unknown place, and no JobManager runs that lists them. */
export const ifNoneIsKept =
  'If no state of such a job is needed, delete this resource and create it again, or set kubernetes.operator.session.upgrade.block-on-stateful-jobs: false'

/** The same as a message: the status records no deployed spec, so no suspended job would show that nothing is lost. */
export const unlistedJobsProblem = (what: string): Problem =>
  upgradeProblem(
    'UpgradeFailed',
    `${what} replaces a JobManager that does not run. High availability may keep jobs of it that the next one does not recover. The operator does nothing. ${ifNoneIsKept}.`,
  )

/** E-1: a message that names the jobs that an edit would end, and what the user can do. */
export const affectedJobsProblem = (what: string, row: string, jobs: readonly string[]): Problem =>
  upgradeProblem(
    'UpgradeFailed',
    `${what} replaces the JobManager, which would lose the state of ${
      listed(jobs)
    }: no high availability recovers them. The operator does nothing. ${letGo(row)}.`,
  )

const listed = (jobs: readonly string[]): string =>
  jobs.length <= 5 ? jobs.join(', ') : `${jobs.slice(0, 5).join(', ')} and ${String(jobs.length - 5)} more`

/** What a user can do if the work of a session job does not end automatically. */
export const endIt =
  'Do what the status of these session jobs says, or delete them; or, if their state may be lost, set kubernetes.operator.session.upgrade.block-on-stateful-jobs: false'

/** What the cluster waits for, and what a user can do if it takes too long. */
export const underWayWords = (jobs: readonly UnderWay[]): string =>
  `${inWords(jobs)}. Only the running JobManager can report the result. If it takes long: ${endIt}`

/** The problem of work that is past its deadline. Null: there is still time. */
export const lateProblem = (what: string, jobs: readonly UnderWay[], now: EpochMillis): Problem | null => {
  const late = jobs.filter(({ dueAt }) => dueAt !== null && now > dueAt)
  return late.length === 0 ? null
    : upgradeProblem(
      'UpgradeFailed',
      `${what} replaces the JobManager, and only the running JobManager can report the result of this: ${
        inWords(late)
      }. It takes longer than it should. The operator does nothing. ${endIt}.`,
    )
}

const inWords = (jobs: readonly UnderWay[]): string => listed(jobs.map(({ job, what }) => `FlinkSessionJob ${job} ${what}`))

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
