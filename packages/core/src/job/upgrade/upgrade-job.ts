import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { restoreByHand, stateShown, upgradeProblem } from '../report/job-problem.ts'
import { operator } from '../../contract/round/unblocked-by.ts'
import type { RowText } from '../../contract/round/row.ts'
import { orLook, onceSeen } from '../../contract/query/ask.ts'
import type { Query } from '../../contract/query/query.ts'
import { isTerminal, type JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import { isDefinite } from '../../contract/resource/last-state.ts'
import { lastStateMarker } from '../../contract/resource/operation.ts'
import { isStateless } from '../../contract/resource/upgrade-mode.ts'
import { type Blocked, blocked, needsFacts } from '../../contract/round/waiting-situation.ts'
import type { JobHost } from '../job-host.ts'
import type { DeployedJob, JobTypes, LifecycleSituation, RecordedJob } from '../job-situation.ts'
import { type UpgradeAnswer, whatAPersonCanDo } from './upgrade-answer.ts'

/**
 * The rows that answer for `edit`: whether the job can be stopped with its state for the edit. Most are followed by the row of the upgrade
 * mode.
 */
export const editRows: readonly RowText[] = [
  { id: 'edit/retry-later', when: 'the operator waits before it tries again' },
  { id: 'edit/stop', when: 'the job can be stopped with its state' },
  { id: 'edit/to-query', when: 'facts are missing' },
  { id: 'edit/user-decides', when: "the state of the job is unknown or can't be kept: a user has to decide" },
  { id: 'edit/not-available', when: "the job can't be stopped with its state now" },
  { id: 'edit/suspend-ended', when: 'the job has ended, and the edit suspends it' },
]

/** The rows `edit/…`: the edit needs a restart, and the job has to be stopped with its state (control-flow.md, section 5). */
export const upgradeJob = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  { deployed, wanted }: Pick<RecordedJob<Job>, 'deployed' | 'wanted'>,
): LifecycleSituation<Job> => {
  const { observed: { status }, env } = round
  const { retryAt } = status.operatorRecord
  if (retryAt !== null && env.now < retryAt)
    return {
      ...blocked(
        'edit/retry-later',
        'the time of the next attempt',
        operator('the operator retries at the time of the next attempt; it tries a new edit at once'),
      ),
      holdsUpAll: true,
    }
  return pipe(
    host.startSeen(round),
    E.map(() => upgradeSeen(host, round, { deployed, wanted })),
    orLook(queries => needsFacts('edit/not-available, stop-without-job/jobmanager-never-started', queries, startQuestion)),
  )
}

/** The question, for the reason of the look. */
export const startQuestion = 'did the JobManager ever start?'

const upgradeSeen = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  { deployed, wanted }: Pick<RecordedJob<Job>, 'deployed' | 'wanted'>,
): LifecycleSituation<Job> => {
  const { status } = round.observed
  const cancelling = isStateless(wanted.job.upgradeMode) ? host.cancelBeforeRedeploy(round, deployed) : null
  if (cancelling !== null) return cancelling
  const answer = host.upgradeAnswer(round, deployed, wanted)
  // a job that ended is suspended as it is; its restore source is decided when it is resumed
  if (answer._tag === 'Blocked' && wanted.job.state === 'suspended' && isTerminal(status.jobStatus.state))
    return {
      _tag: 'SuspendedToRecord',
      row: `edit/suspend-ended, ${answer.row}`,
      wanted,
      reason: 'the job has ended: it is suspended, and its restore source is decided when it is resumed',
    }
  return answer._tag === 'Available'
    ? host.stopsLater(round, answer)
      ?? { _tag: 'UpgradeDue', row: `edit/stop, ${answer.row}`, answer, wanted, deployed, reason: answer.reason }
    : notYet(host, round, deployed, answer)
}

/** Adds for the user who has to choose what is known about the recorded path, and what is not (L2). */
const unprovedPath = ({ jobStatus: { state, upgradeSavepointPath }, operatorRecord: { lastState } }: JobLifecycleStatus): string =>
  state !== 'FINISHED' || isDefinite(lastState) || upgradeSavepointPath === null || upgradeSavepointPath === lastStateMarker ? ''
    : ` The recorded path ${upgradeSavepointPath} may not be the last state of the FINISHED job: a savepoint that it was stopped with would be newer.`

/**
 * The job can't be stopped with its state now: query, wait, or ask the user. This is no failure, and the operator never gives it up (E-7).
 */
export const notYet = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  { endpoint }: DeployedJob<Job>,
  answer: Exclude<UpgradeAnswer, { _tag: 'Available' }>,
): LifecycleSituation<Job> => {
  const { status, facts } = round.observed
  switch (answer._tag) {
    case 'LookFirst': {
      const row = `edit/to-query, ${answer.row}`
      const checkpoints: Query = { _tag: 'GetCheckpoints', endpoint, jobId: status.jobStatus.jobId ?? '' }
      return onceSeen(
        facts,
        answer.at === 'HaMetadata' ? host.haMetadataQueries(round) : [checkpoints],
        queries => needsFacts(row, queries, answer.reason),
        () => blocked(row, answer.reason, stateShown),
      )
    }
    case 'Blocked':
      return blocked(
        `edit/user-decides, ${answer.row}`,
        'the user to restore the job',
        restoreByHand,
        upgradeProblem(answer.eventReason, `${answer.error}${unprovedPath(status)} ${whatAPersonCanDo}`),
      )
    case 'NotAvailable': {
      const row = `edit/not-available, ${answer.row}`
      const problem = answer.reported === undefined ? null : upgradeProblem('UpgradeFailed', answer.reported)
      return pipe(
        host.notAvailable(round, answer),
        E.map(({ waitingFor, unblockedBy }): Blocked => ({
          ...blocked(row, waitingFor, unblockedBy, problem),
          ...(answer.allowOther ? {} : { holdsUpAll: true }),
        })),
        orLook(queries => needsFacts(row, queries, startQuestion)),
      )
    }
  }
}
