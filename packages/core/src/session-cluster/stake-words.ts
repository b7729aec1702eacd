import { upgradeProblem } from '../job/told/upgrade-problem.ts'
import type { Problem } from '../round/decision.ts'

/** How a person lets a session cluster be restarted whose jobs would be lost. */
export const letGo =
  'Suspend or delete these session jobs first (a suspended one keeps its savepoint), cancel the other jobs; or turn on high availability; or, if what they have may be lost, set kubernetes.operator.session.upgrade.block-on-stateful-jobs: false'

/** E-1: what an edit would cost, and what a person can do. */
export const stakeProblem = (what: string, jobs: readonly string[]): Problem =>
  upgradeProblem(
    'UpgradeFailed',
    `${what} takes the JobManager away, and with it the state of ${
      listed(jobs)
    }: no high availability brings them back. Nothing is done. ${letGo}.`,
  )

const listed = (jobs: readonly string[]): string =>
  jobs.length <= 5 ? jobs.join(', ') : `${jobs.slice(0, 5).join(', ')} and ${String(jobs.length - 5)} more`
