import { upgradeProblem } from '../job/told/upgrade-problem.ts'
import type { EpochMillis } from '../resource/time.ts'
import type { Problem } from '../round/decision.ts'
import type { UnderWay } from './jobs-under-way.ts'

/** How a person lets a session cluster be restarted whose jobs would be lost. */
export const letGo =
  'Suspend or delete these session jobs first (a suspended one keeps its savepoint), cancel the other jobs; or turn on high availability; or, if what they have may be lost, set kubernetes.operator.session.upgrade.block-on-stateful-jobs: false'

/** What an edit waits for where the JobManager does not tell which jobs it has. */
export const untilItAnswers =
  'An edit waits for it, because only the JobManager can tell which jobs would lose their state. Mend the JobManager, or take its pod away if its jobs have nothing to lose; or, if what they have may be lost, set kubernetes.operator.session.upgrade.block-on-stateful-jobs: false'

/** E-1: what an edit would cost, and what a person can do. */
export const affectedJobsProblem = (what: string, jobs: readonly string[]): Problem =>
  upgradeProblem(
    'UpgradeFailed',
    `${what} takes the JobManager away, and with it the state of ${
      listed(jobs)
    }: no high availability brings them back. Nothing is done. ${letGo}.`,
  )

const listed = (jobs: readonly string[]): string =>
  jobs.length <= 5 ? jobs.join(', ') : `${jobs.slice(0, 5).join(', ')} and ${String(jobs.length - 5)} more`

/** How a person ends what a session job is in the middle of, where it does not end by itself. */
export const endIt =
  'Suspend or delete these session jobs, and see their status for what they wait for; or, if what they have may be lost, set kubernetes.operator.session.upgrade.block-on-stateful-jobs: false'

/** What the cluster waits for, and the way on where that takes too long. */
export const underWayWords = (jobs: readonly UnderWay[]): string =>
  `${inWords(jobs)}. Only the JobManager that runs now can show how that ends. If it takes long: ${endIt}`

/** It should be over by now. Null: it has time. */
export const lateProblem = (what: string, jobs: readonly UnderWay[], now: EpochMillis): Problem | null => {
  const late = jobs.filter(({ dueAt }) => dueAt !== null && now > dueAt)
  return late.length === 0 ? null
    : upgradeProblem(
      'UpgradeFailed',
      `${what} takes the JobManager away, which alone can show how it ends that ${
        inWords(late)
      }. It takes longer than it should. Nothing is done. ${endIt}.`,
    )
}

const inWords = (jobs: readonly UnderWay[]): string => listed(jobs.map(({ job, what }) => `FlinkSessionJob ${job} ${what}`))
