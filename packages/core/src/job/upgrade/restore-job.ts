import { blocked, needsFacts } from '../../round/waiting-situation.ts'
import type { JobHost } from '../job-host.ts'
import type { JobRound } from '../job-round.ts'
import type { LifecycleSituation, JobTypes, RecordedJob } from '../job-situation.ts'
import { lastStateOf } from '../record/last-state-of.ts'
import { upgradeProblem } from '../told/upgrade-problem.ts'
import { rollbackMode } from './rollback-obstacles.ts'
import { withMode } from './with-mode.ts'

type Restores<Job extends JobTypes> = Pick<JobHost<Job>, 'restoreFrom'>

/** UPGRADING or ROLLING_BACK and nothing runs. The job goes on, even if the edit was taken back (B31). */
export const restoreStopped = <Job extends JobTypes>(
  host: Restores<Job>,
  round: Job['round'],
  it: RecordedJob<Job>,
): LifecycleSituation<Job> =>
  it.stable !== null && isRollbackUnderWay(round)
    ? restoreJob(host, round, { deployed: it.deployed, wanted: it.stable }, 'Rollback')
    : restoreJob(host, round, it, 'Upgrade')

/** A rollback goes on unless the user wants something else by now. */
const isRollbackUnderWay = ({ desired: { diff }, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>): boolean =>
  status.reconciliationStatus.state === 'ROLLING_BACK'
  && diff.changes.every(({ path, type }) => path === 'job.state' || type === 'IGNORE')

/** Rows R: what a stopped job is restored from. */
export const restoreJob = <Job extends JobTypes>(
  host: Restores<Job>,
  round: Job['round'],
  { deployed, wanted: target }: Pick<RecordedJob<Job>, 'deployed' | 'wanted'>,
  purpose: 'Resume' | 'Upgrade' | 'Rollback',
): LifecycleSituation<Job> => {
  const answer = host.restoreFrom(
    round,
    purpose === 'Rollback' ? withMode(target, rollbackMode(round)) : target,
    lastStateOf(round.observed.status, deployed),
  )
  switch (answer._tag) {
    case 'LookFirst':
      return needsFacts('R1', answer.queries, answer.reason)
    case 'Wait':
      return blocked('R2', answer.reason, null)
    case 'Blocked':
      return blocked('R3', 'a person to restore the job', upgradeProblem(answer.eventReason, answer.error))
    case 'From':
      return {
        _tag: 'RestoreDue',
        row: `R4 ${answer.source._tag}`,
        source: answer.source,
        purpose,
        target,
        deployed,
        reason: answer.source.reason,
      }
  }
}
