import { answers, type UpgradeAnswer } from './upgrade-answer.ts'
import { type UpgradeInputs, withMode } from './upgrade-inputs.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { orLook } from '../../contract/query/ask.ts'
import { restoreByHand, upgradeProblem } from '../report/job-problem.ts'
import type { RowText } from '../../contract/round/row.ts'
import type { RestoreSource } from '../../contract/resource/operation.ts'
import { blocked, needsFacts } from '../../contract/round/waiting-situation.ts'
import type { JobHost } from '../job-host.ts'
import type { JobRound } from '../job-round.ts'
import type { LifecycleSituation, JobTypes, RecordedJob } from '../job-situation.ts'
import { lastStateOf } from '../record/last-state-of.ts'
import { haMetadataQuestion, type RestoreFrom } from './restore-source.ts'
import { rollbackMode } from './rollback-obstacles.ts'

/** True if the record says what the deployed job was started from. */
const isStartKnown = ({ startedFrom: { _tag } }: UpgradeInputs): boolean => _tag !== 'Unknown' && _tag !== 'InHighAvailability'

/**
 * True if HA metadata alone would determine the job's state once its JobManager is gone. Either it holds a checkpoint, or it holds only the
 * checkpoint counter and the record says what the job was started from (docs/adr/0033).
 */
export const isKeptByHaMetadata = (i: UpgradeInputs): boolean =>
  i.haMetadata === 'Available' && (i.haCheckpoint === 'There' || (i.haCheckpoint === 'NotYet' && isStartKnown(i)))

/** The error for HA metadata that exists but does not determine the job's state. */
export const unreportedByHaMetadata = ({ haCheckpoint }: UpgradeInputs): 'noCheckpoint' | 'noCheckpointYet' =>
  haCheckpoint === 'NotYet' ? 'noCheckpointYet' : 'noCheckpoint'

/**
 * Cancels the job only if its state will be known afterwards: either the record says what it was started from, or Flink shows a state that
 * the cancelled job leaves. Otherwise the user decides before the cancel (docs/adr/0033).
 */
export const byCancel = (i: UpgradeInputs, row: string, reason: string): UpgradeAnswer => {
  if (isStartKnown(i)) return answers.lastStateUsingCancel(row, reason)
  const { checkpointAge: shown } = i
  switch (shown._tag) {
    case 'NotLooked':
      return answers.look('Checkpoints')(row, 'does Flink show a state that the cancelled job can be restored from?')
    case 'Unknown':
      return answers.pendingUpgrade(row, `the state that the cancelled job can be restored from could not be read: ${shown.reason}`)
    case 'Known':
      return shown.isRestorable ? answers.lastStateUsingCancel(row, reason) : bySavepoint(i, row)
  }
}

/** A stop with savepoint, whose path says what to restore from. */
const bySavepoint = (i: UpgradeInputs, row: string): UpgradeAnswer =>
  i.job === 'RUNNING' && i.savepointDirectorySet
    ? answers.savepoint(false)(
      row,
      'the job has no checkpoint yet, and its start state is not recorded: a savepoint is taken instead',
    )
    : answers.checkpointNotRetained(
      row,
      'the job has no checkpoint yet, and its start state is not recorded',
      true,
      'unknownStart',
    )

/** What a stopped job waits for, or is restored from. */
type Restored = 'ToQuery' | 'Wait' | 'Blocked' | Exclude<RestoreSource['_tag'], 'NoJob'>

/** The row that answers for `stopped` and `resumed`, in each case. */
const restoreRow: Readonly<Record<Restored, RowText>> = {
  ToQuery: { id: 'restore/to-query', when: 'facts are missing' },
  Wait: { id: 'restore/wait', when: "the state that the job is restored from can't be observed yet" },
  Blocked: { id: 'restore/user-decides', when: 'the last state of the job is unknown or unusable: a user has to decide' },
  Empty: { id: 'restore/empty', when: 'the job starts from empty state: it is stateless, or it has no state' },
  Path: { id: 'restore/path', when: 'the job is restored from a savepoint or checkpoint' },
  LastState: { id: 'restore/last-state', when: 'the job is restored from its HA metadata' },
}

export const restoreRows: readonly RowText[] = Object.values(restoreRow)

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
    orLook(queries => needsFacts(restoreRow.ToQuery.id, queries, haMetadataQuestion)),
  )

const restoreBy = <Job extends JobTypes>(
  answer: RestoreFrom<Job['source']>,
  { deployed, wanted: target }: Pick<RecordedJob<Job>, 'deployed' | 'wanted'>,
  purpose: 'Resume' | 'Upgrade' | 'Rollback',
): LifecycleSituation<Job> => {
  switch (answer._tag) {
    case 'Wait':
      return blocked(restoreRow.Wait.id, answer.reason, answer.unblockedBy)
    case 'Blocked':
      return blocked(restoreRow.Blocked.id, 'the user to restore the job', restoreByHand, upgradeProblem(answer.eventReason, answer.error))
    case 'From':
      return {
        _tag: 'RestoreDue',
        row: restoreRow[answer.source._tag].id,
        source: answer.source,
        purpose,
        target,
        deployed,
        reason: answer.source.reason,
      }
  }
}
