import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { orLook } from '../../contract/query/ask.ts'
import { restoreByHand } from '../report/unblocks-job.ts'
import type { RowText } from '../../contract/round/row.ts'
import type { RestoreSource } from '../../contract/resource/operation.ts'
import { blocked, needsFacts } from '../../contract/round/waiting-situation.ts'
import type { JobHost } from '../job-host.ts'
import type { JobRound } from '../job-round.ts'
import type { LifecycleSituation, JobTypes, RecordedJob } from '../job-situation.ts'
import { lastStateOf } from '../record/last-state-of.ts'
import { upgradeProblem } from '../report/upgrade-problem.ts'
import { haMetadataQuestion, type RestoreFrom } from './restore-source.ts'
import { rollbackMode } from './rollback-obstacles.ts'
import { withMode } from './with-mode.ts'

/** The rows that answer for `stopped` and `resumed`: what a stopped job is restored from. */
export const restoreRows: readonly RowText[] = [
  { id: 'restore/to-query', when: 'facts are missing' },
  { id: 'restore/wait', when: "the state that the job is restored from can't be observed yet" },
  { id: 'restore/user-decides', when: 'the last state of the job is unknown or unusable: a user has to decide' },
  { id: 'restore/empty', when: 'the job starts from empty state: it is stateless, or it has no state' },
  { id: 'restore/path', when: 'the job is restored from a savepoint or checkpoint' },
  { id: 'restore/last-state', when: 'the job is restored from its HA metadata' },
]

/** The row of each source that a job is restored from. */
const restoreRow = {
  Empty: 'restore/empty',
  Path: 'restore/path',
  LastState: 'restore/last-state',
} as const satisfies Readonly<Record<Exclude<RestoreSource['_tag'], 'NoJob'>, string>>

type Restores<Job extends JobTypes> = Pick<JobHost<Job>, 'restoreFrom'>

/** The state is UPGRADING or ROLLING_BACK, and no job runs. The job is started again even if the user reverted the edit (B31). */
export const restoreStopped = <Job extends JobTypes>(
  host: Restores<Job>,
  round: Job['round'],
  it: RecordedJob<Job>,
): LifecycleSituation<Job> =>
  it.stable !== null && isRollbackUnderWay(round)
    ? restoreJob(host, round, { deployed: it.deployed, wanted: it.stable }, 'Rollback')
    : restoreJob(host, round, it, 'Upgrade')

/** True unless the user has asked for something else since the rollback began. */
const isRollbackUnderWay = ({ desired: { diff }, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>): boolean =>
  status.reconciliationStatus.state === 'ROLLING_BACK'
  && diff.changes.every(({ path, type }) => path === 'job.state' || type === 'IGNORE')

/** The rows `restore/…`: the source that a stopped job is restored from. */
export const restoreJob = <Job extends JobTypes>(
  host: Restores<Job>,
  round: Job['round'],
  { deployed, wanted: target }: Pick<RecordedJob<Job>, 'deployed' | 'wanted'>,
  purpose: 'Resume' | 'Upgrade' | 'Rollback',
): LifecycleSituation<Job> =>
  pipe(
    host.restoreFrom(
      round,
      purpose === 'Rollback' ? withMode(target, rollbackMode(round)) : target,
      lastStateOf(round.observed.status, deployed),
    ),
    E.map(answer => restoreBy<Job>(answer, { deployed, wanted: target }, purpose)),
    orLook(queries => needsFacts('restore/to-query', queries, haMetadataQuestion)),
  )

const restoreBy = <Job extends JobTypes>(
  answer: RestoreFrom<Job['source']>,
  { deployed, wanted: target }: Pick<RecordedJob<Job>, 'deployed' | 'wanted'>,
  purpose: 'Resume' | 'Upgrade' | 'Rollback',
): LifecycleSituation<Job> => {
  switch (answer._tag) {
    case 'Wait':
      return blocked('restore/wait', answer.reason, answer.unblockedBy)
    case 'Blocked':
      return blocked('restore/user-decides', 'the user to restore the job', restoreByHand, upgradeProblem(answer.eventReason, answer.error))
    case 'From':
      return {
        _tag: 'RestoreDue',
        row: restoreRow[answer.source._tag],
        source: answer.source,
        purpose,
        target,
        deployed,
        reason: answer.source.reason,
      }
  }
}
